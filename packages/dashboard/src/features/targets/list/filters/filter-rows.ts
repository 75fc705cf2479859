import { UNGROUPED } from "@vedette/contract/people/groupable-lists.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { ListFilters } from "../list-search.ts";

type Context = {
  /** The selected groups and all that are nested in them, and `none` if it is selected. */
  groups: ReadonlySet<string>;
  /** The targets that no alert rule covers; null while unknown. */
  uncovered: ReadonlySet<string> | null;
};

type Test = (row: Target) => boolean;

/** Returns the rows that match all filters, in their order. Pure. */
export function filterRows(rows: Iterable<Target>, filters: ListFilters, context: Context): Target[] {
  const tests = testsOf(filters, context);
  return [...rows].filter((row) => tests.every((test) => test(row)));
}

function testsOf(filters: ListFilters, { groups, uncovered }: Context): Test[] {
  const { statuses, kinds, types, tags, needsAllTags, locations, owners, isUncovered } = filters;
  const text = filters.text.trim().toLowerCase();
  const among = <T>(values: readonly T[], test: (values: ReadonlySet<T>, row: Target) => boolean): Test[] =>
    values.length === 0 ? [] : [test.bind(null, new Set(values))];
  return [
    ...among(statuses, (set, { status }) => set.has(status)),
    ...among(kinds, (set, { kind }) => set.has(kind)),
    ...among(types, (set, { type }) => type !== null && set.has(type)),
    ...among(tags, (set, row) =>
      needsAllTags ? tags.every((tag) => row.tags.includes(tag)) : row.tags.some((tag) => set.has(tag)),
    ),
    ...among(locations, (set, row) => row.locations.some((location) => set.has(location))),
    ...among(owners, (set, { owner }) => owner !== null && set.has(owner)),
    ...(filters.groups.length > 0 ? [({ group_id: id }: Target) => groups.has(id ?? UNGROUPED)] : []),
    ...(isUncovered ? [({ id }: Target) => uncovered?.has(id) ?? false] : []),
    ...(text === "" ? [] : [(row: Target) => hasText(row, text)]),
  ];
}

function hasText({ name, address, owner, tags }: Target, text: string): boolean {
  return [name, address, owner, ...tags].some((part) => part?.toLowerCase().includes(text));
}
