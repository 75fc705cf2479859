import type { Target } from "@vedette/contract/targets/targets.ts";
import { VIEW_SORTS, type ViewSortKey } from "@vedette/contract/views/view-sorts.ts";
import { STATUS_ORDER } from "../../../pages/monitors/list/list-view.ts";

/** The orders of a list of targets. Pure. */

export type SortKey = ViewSortKey;
export type ListSort = SortKey | `-${SortKey}`;

export const LIST_SORTS: readonly ListSort[] = VIEW_SORTS;
/** Problems first. */
export const DEFAULT_SORT: ListSort = "status";

/** A leading `-` in a sort means descending. */
export function sortRows(
  rows: readonly Target[],
  sort: ListSort,
  groupName: (id: string | null) => string,
): Target[] {
  const isDescending = sort.startsWith("-");
  const key = sort.replace(/^-/, "") as SortKey;
  // The rows are given in the order of their names, and sorting is stable.
  if (key === "name") return isDescending ? rows.toReversed() : [...rows];
  const keyOf = KEY_OF[key];
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: key === "group" ? groupName(row.group_id) || null : keyOf(row) }))
    .sort((a, b) => compare(a.value, b.value, sign))
    .map(({ row }) => row);
}

type Value = string | number | null;

/** Rows without a value are last in both directions. */
function compare(a: Value, b: Value, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

const RANK = new Map(STATUS_ORDER.map((status, rank) => [status, rank]));

const KEY_OF: Record<Exclude<SortKey, "name">, (row: Target) => Value> = {
  status: ({ status }) => RANK.get(status) ?? null,
  kind: ({ kind, type }) => `${kind} ${type ?? ""}`,
  response: ({ last_duration_ms: ms }) => ms,
  checked: ({ last_checked_at: at }) => at,
  certificate: ({ ssl_expires_at: at }) => at,
  domain: ({ domain_expires_at: at }) => at,
  interval: ({ interval_seconds: seconds }) => seconds,
  location: ({ locations }) => locations.join(", "),
  owner: ({ owner }) => owner?.toLowerCase() ?? null,
  group: () => null,
  created: ({ created_at: at }) => at,
};
