import type { View, ViewCreateInput } from "@vedette/contract/views/views.ts";
import { filtersOf, type ListSearch, readListSearch } from "../list-search.ts";
import { DEFAULT_SORT } from "../list-sorts.ts";
import type { ListLayout } from "../use-list-layout.ts";

/** Saved views as parameters of the URL, and back. Pure. */

export function searchOfView({ id, filters, sort, columns, group_by: by }: View): ListSearch {
  const { tag_match: match, ...others } = filters;
  return readListSearch({
    ...others,
    ...(match === "all" && { tag_match: match }),
    ...(sort !== DEFAULT_SORT && { sort }),
    ...(columns && { columns }),
    by,
    view: id,
  });
}

type Saved = Required<Pick<ViewCreateInput, "filters" | "sort" | "columns" | "group_by">>;

/** What is saved of a list: its filters, order, columns and grouping, also those that are preferences. */
export function viewOfSearch(
  search: ListSearch,
  { columns, grouping }: Pick<ListLayout, "columns" | "grouping">,
): Saved {
  const { text, statuses, kinds, types, tags, needsAllTags, locations, groups, owners, isUncovered } =
    filtersOf(search);
  const some = <T>(name: string, values: readonly T[]) => (values.length > 0 ? { [name]: [...values] } : {});
  return {
    filters: {
      ...(text.trim() !== "" && { q: text.trim() }),
      ...some("status", statuses),
      ...some("kind", kinds),
      ...some("type", types),
      ...some("tag", tags),
      ...(needsAllTags && { tag_match: "all" as const }),
      ...some("location", locations),
      ...some("group", groups),
      ...some("owner", owners),
      ...(isUncovered && { covered: false }),
    },
    sort: search.sort ?? DEFAULT_SORT,
    columns: [...columns],
    group_by: grouping,
  };
}

/** Whether the list differs from the view that it started from. */
export function isModified(view: View, search: ListSearch): boolean {
  return JSON.stringify(sorted(searchOfView(view))) !== JSON.stringify(sorted(search));
}

function sorted(search: ListSearch): [string, unknown][] {
  const { sort, ...others } = search;
  const all = { ...others, ...(sort !== undefined && sort !== DEFAULT_SORT && { sort }) };
  return Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
}
