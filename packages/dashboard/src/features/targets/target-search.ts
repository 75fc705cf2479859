import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { STATUS_ORDER } from "../../pages/monitors/list/list-view.ts";

/** What the address of a list of API monitors or journeys says about it. Pure. */
export type TargetSearch = { q?: string; status?: MonitorStatus; tag?: string; sort?: TargetSort };

export const TARGET_SORTS = ["name", "-name", "-created_at", "created_at"] as const;
export type TargetSort = (typeof TARGET_SORTS)[number];

/** What an address does not say rightly is taken as not said. */
export function readTargetSearch(search: Record<string, unknown>): TargetSearch {
  const q = textOf(search.q);
  const tag = textOf(search.tag);
  const status = STATUS_ORDER.find((one) => one === search.status);
  const sort = TARGET_SORTS.find((one) => one === search.sort);
  return { ...(q && { q }), ...(status && { status }), ...(tag && { tag }), ...(sort && { sort }) };
}

/** The router reads `?q=80` as a number. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The same as a query of the API; without a sort by name. */
export function queryOf({ q = "", sort = "name", ...exact }: TargetSearch) {
  return { ...exact, sort, ...(q.trim() !== "" && { q: q.trim() }) };
}
