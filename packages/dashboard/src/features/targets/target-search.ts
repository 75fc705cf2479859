import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { STATUS_ORDER } from "../../pages/monitors/list/list-view.ts";

/** URL parameters of a list of API monitors or journeys. Pure. */
export type TargetSearch = { q?: string; status?: MonitorStatus; tag?: string; sort?: TargetSort };

export const TARGET_SORTS = ["name", "-name", "-created_at", "created_at"] as const;
export type TargetSort = (typeof TARGET_SORTS)[number];

/** Invalid parameters are ignored. */
export function readTargetSearch(search: Record<string, unknown>): TargetSearch {
  const q = textOf(search.q);
  const tag = textOf(search.tag);
  const status = STATUS_ORDER.find((one) => one === search.status);
  const sort = TARGET_SORTS.find((one) => one === search.sort);
  return { ...(q && { q }), ...(status && { status }), ...(tag && { tag }), ...(sort && { sort }) };
}

/** Returns the parameters with one of them set, or removed if it is null. */
export function withParam<Search extends object, Name extends keyof Search>(
  search: Search,
  name: Name,
  value: Search[Name] | null,
): Search {
  const { [name]: _before, ...others } = search;
  return (value === null ? others : { ...others, [name]: value }) as Search;
}

/** The router parses `?q=80` as a number. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the API query; sorted by name by default. */
export function queryOf({ q = "", sort = "name", ...exact }: TargetSearch) {
  return { ...exact, sort, ...(q.trim() !== "" && { q: q.trim() }) };
}
