import { useQuery } from "@tanstack/react-query";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { useMemo } from "react";
import { dataOf } from "../../api/client.ts";
import { GROUP_STATUSES } from "../../api/live-keys.ts";
import { useApi } from "../../app/session.tsx";
import type { TableSection } from "../../components/table-section.ts";
import { usePreferences } from "../preferences/use-preferences.ts";
import { GroupHeader } from "./group-header.tsx";
import { inTreeOrder, type PlacedGroup } from "./group-tree.ts";
import { sectionsByGroup } from "./sections-by-group.ts";

type GroupSections = {
  /** All groups, in the order of their tree. */
  groups: readonly PlacedGroup[];
  /** False until the groups are known. */
  isFetched: boolean;
  sectionsOf<Row extends { group_id: string | null; status: MonitorStatus }>(
    rows: readonly Row[],
  ): readonly TableSection<Row>[];
};

/** Arranges rows by group. Which groups are collapsed is a preference of the person. */
export function useGroupSections(): GroupSections {
  const api = useApi();
  const { preferences, change } = usePreferences();
  const { collapsed_groups: collapsedIds } = preferences;
  const { data, isFetched } = useQuery({
    queryKey: GROUP_STATUSES,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/groups", { signal })),
  });
  const groups = useMemo(() => inTreeOrder(data ?? []), [data]);
  const collapsed = useMemo(() => new Set(collapsedIds), [collapsedIds]);

  function toggle(id: string): void {
    const next = collapsed.has(id) ? collapsedIds.filter((other) => other !== id) : [...collapsedIds, id];
    change({ collapsed_groups: next });
  }

  return {
    groups,
    isFetched,
    sectionsOf: (rows) =>
      sectionsByGroup(rows, groups, collapsed).map((section) => ({
        id: section.id,
        rows: section.rows,
        header: <GroupHeader section={section} onToggle={() => toggle(section.id)} />,
      })),
  };
}
