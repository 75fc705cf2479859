import { useQuery } from "@tanstack/react-query";
import type { GroupableList } from "@vedette/contract/people/groupable-lists.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { type ReactNode, useMemo } from "react";
import { dataOf } from "../../api/client.ts";
import { GROUP_STATUSES } from "../../api/live-keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import type { TableSection } from "../../components/table-section.ts";
import { usePreferences } from "../preferences/use-preferences.ts";
import { GroupHeader } from "./group-header.tsx";
import { inTreeOrder } from "./group-tree.ts";
import { sectionsByGroup } from "./sections-by-group.ts";

export type GroupView = {
  /** False until it is known whether the list is shown by group. */
  isReady: boolean;
  isGrouped: boolean;
  /** Switches between both forms of the list; null without groups. */
  toggle: ReactNode;
  /** Returns the rows by group; undefined if the list is not shown by group. */
  sectionsOf<Row extends { group_id: string | null; status: MonitorStatus }>(
    rows: readonly Row[],
  ): readonly TableSection<Row>[] | undefined;
};

/** Shows a list by group if the person wants it. The choice and the collapsed groups are preferences of the person. */
export function useGroupView(list: GroupableList): GroupView {
  const api = useApi();
  const { preferences, isReady, change } = usePreferences();
  const { lists_by_group: lists, collapsed_groups: collapsedIds } = preferences;
  const { data, isFetched } = useQuery({
    queryKey: GROUP_STATUSES,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/groups", { signal })),
  });
  const groups = useMemo(() => inTreeOrder(data ?? []), [data]);
  const collapsed = useMemo(() => new Set(collapsedIds), [collapsedIds]);
  const isChosen = lists.includes(list);
  const isGrouped = groups.length > 0 && isChosen;

  function choose(isWanted: boolean): void {
    change({ lists_by_group: isWanted ? [...lists, list] : lists.filter((other) => other !== list) });
  }

  function toggleGroup(id: string): void {
    const next = collapsed.has(id) ? collapsedIds.filter((other) => other !== id) : [...collapsedIds, id];
    change({ collapsed_groups: next });
  }

  return {
    isReady: isReady && (isFetched || !isChosen),
    isGrouped,
    toggle: groups.length > 0 && (
      <Button
        aria-pressed={isGrouped}
        className="aria-pressed:border-accent aria-pressed:bg-accent-ground"
        onClick={() => choose(!isGrouped)}
      >
        By group
      </Button>
    ),
    sectionsOf: (rows) =>
      isGrouped
        ? sectionsByGroup(rows, groups, collapsed).map((section) => ({
            id: section.id,
            rows: section.rows,
            header: <GroupHeader section={section} onToggle={() => toggleGroup(section.id)} />,
          }))
        : undefined,
  };
}
