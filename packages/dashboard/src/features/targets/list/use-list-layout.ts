import type { ListColumn } from "@vedette/contract/people/groupable-lists.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useCallback, useMemo, useState } from "react";
import type { TableSection } from "../../../components/table-section.ts";
import type { PlacedGroup } from "../../groups/group-tree.ts";
import { useGroupSections } from "../../groups/use-group-sections.tsx";
import { usePreferences } from "../../preferences/use-preferences.ts";
import { COLUMNS_OF, DEFAULT_COLUMNS } from "./columns/list-columns.ts";
import type { Grouping, ListSearch } from "./list-search.ts";
import { tagSections } from "./tag-sections.tsx";
import type { TargetListId } from "./target-lists.ts";

export type ListLayout = {
  /** False until grouping and columns are known. */
  isReady: boolean;
  grouping: Grouping;
  columns: readonly ListColumn[];
  groups: readonly PlacedGroup[];
  /** The path of a group; empty for none. */
  groupName(id: string | null): string;
  setGrouping(grouping: Grouping): void;
  /** Null: the default columns. */
  setColumns(columns: readonly ListColumn[] | null): void;
  /** Undefined without grouping. */
  sectionsOf(rows: readonly Target[]): readonly TableSection<Target>[] | undefined;
};

type LayoutOptions = { list: TargetListId; search: ListSearch; onSearch(search: ListSearch): void };

/** Grouping and columns of a list: those in the address, as a saved view has them, or the preferences of the person. */
export function useListLayout({ list, search, onSearch }: LayoutOptions): ListLayout {
  const { preferences, isReady, change } = usePreferences();
  const byGroup = useGroupSections();
  const { groups } = byGroup;
  const [collapsedTags, setCollapsedTags] = useState<ReadonlySet<string>>(new Set());
  const { lists_by_group: inGroups, lists_by_tag: inTags, list_columns: stored } = preferences;
  const preferred = inTags.includes(list) ? "tag" : inGroups.includes(list) ? "group" : "none";
  const wanted = search.by ?? preferred;
  // Without groups everything would be in "No group".
  const grouping = wanted === "group" && byGroup.isFetched && groups.length === 0 ? "none" : wanted;
  const wantedColumns = search.columns ?? stored[list] ?? DEFAULT_COLUMNS[list];
  const columns = useMemo(
    () => wantedColumns.filter((column) => COLUMNS_OF[list].includes(column)),
    [wantedColumns, list],
  );
  const names = useMemo(() => new Map(groups.map(({ id, path }) => [id as string, path])), [groups]);
  const groupName = useCallback((id: string | null) => names.get(id ?? "") ?? "", [names]);
  const without = (lists: typeof inGroups) => lists.filter((other) => other !== list);

  return {
    isReady: isReady && (byGroup.isFetched || wanted !== "group"),
    grouping,
    columns,
    groups,
    groupName,
    setGrouping(next) {
      if (search.by !== undefined) return onSearch({ ...search, by: next });
      change({
        lists_by_group: next === "group" ? [...without(inGroups), list] : without(inGroups),
        lists_by_tag: next === "tag" ? [...without(inTags), list] : without(inTags),
      });
    },
    setColumns(next) {
      if (search.columns !== undefined)
        return onSearch({ ...search, columns: next ?? DEFAULT_COLUMNS[list] });
      const { [list]: _before, ...others } = stored;
      change({ list_columns: next === null ? others : { ...others, [list]: [...next] } });
    },
    sectionsOf(rows) {
      if (grouping === "none") return undefined;
      if (grouping === "group") return byGroup.sectionsOf(rows);
      return tagSections(rows, {
        collapsed: collapsedTags,
        onToggle: (tag) =>
          setCollapsedTags((before) => {
            const after = new Set(before);
            if (!after.delete(tag)) after.add(tag);
            return after;
          }),
      });
    },
  };
}
