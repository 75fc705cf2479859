import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { MONITOR_TYPES, type MonitorType } from "../../../features/checks/check-views.ts";
import { textOf } from "../../../features/targets/target-search.ts";
import { STATUS_ORDER } from "./list-view.ts";

/** URL parameters of the list, so that a link leads to the same view. Pure. */
export type ListSearch = { q?: string; status?: MonitorStatus; type?: MonitorType; tag?: string };

/** Invalid parameters are ignored. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const q = textOf(search.q);
  const tag = textOf(search.tag);
  const status = STATUS_ORDER.find((one) => one === search.status);
  const type = MONITOR_TYPES.find((one) => one === search.type);
  return { ...(q && { q }), ...(status && { status }), ...(type && { type }), ...(tag && { tag }) };
}
