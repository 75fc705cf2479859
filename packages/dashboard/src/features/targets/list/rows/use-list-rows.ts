import { UNGROUPED } from "@vedette/contract/people/groupable-lists.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useDeferredValue, useMemo } from "react";
import { type Counts, countStatuses } from "../../../../pages/monitors/list/list-view.ts";
import { type PlacedGroup, withNested } from "../../../groups/group-tree.ts";
import { filterRows } from "../filters/filter-rows.ts";
import { useUncovered } from "../filters/use-uncovered.ts";
import { filtersOf, type ListSearch } from "../list-search.ts";
import { DEFAULT_SORT, sortRows } from "../list-sorts.ts";
import { useKeptOrder } from "./use-kept-order.ts";

type ListRowsOptions = {
  all: ReadonlyMap<string, Target>;
  search: ListSearch;
  groups: readonly PlacedGroup[];
  groupName(id: string | null): string;
  isGrouped: boolean;
};

const NO_STATUSES: readonly MonitorStatus[] = [];

/** The rows of a list that match its filters, in its order, which is kept while the list is in use. */
export function useListRows({ all, search, groups, groupName, isGrouped }: ListRowsOptions) {
  const wanted = useDeferredValue(search);
  const filters = useMemo(() => filtersOf(wanted), [wanted]);
  const uncovered = useUncovered(filters.isUncovered);
  const context = useMemo(() => {
    const nested = filters.groups.flatMap((id) => (id === UNGROUPED ? [id] : [...withNested(groups, id)]));
    return { groups: new Set(nested), uncovered };
  }, [filters, groups, uncovered]);
  // The counts of statuses are of all rows that match the other filters.
  const matching = useMemo(
    () => filterRows(all.values(), { ...filters, statuses: NO_STATUSES }, context),
    [all, filters, context],
  );
  const counts: Counts = useMemo(() => countStatuses(matching), [matching]);
  const { statuses } = filters;
  const sort = wanted.sort ?? DEFAULT_SORT;
  const current = useMemo(() => {
    const shown =
      statuses.length === 0 ? matching : matching.filter(({ status }) => statuses.includes(status));
    return sortRows(shown, sort, groupName);
  }, [matching, statuses, sort, groupName]);
  const { view: _view, columns: _columns, ...order } = wanted;
  const isPending = filters.isUncovered && uncovered === null;
  return {
    counts,
    isPending,
    ...useKeptOrder({
      current,
      all,
      view: `${JSON.stringify(order)} ${isPending}`,
      appends: !isGrouped,
    }),
  };
}
