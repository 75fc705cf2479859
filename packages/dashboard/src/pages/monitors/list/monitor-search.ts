import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { type HistorySearch, readHistorySearch } from "../../../features/history/history-search.ts";

/** URL parameters of a monitor page: its history, a filter of the checks, and the opened check. Pure. */
export type MonitorSearch = HistorySearch & {
  status?: CheckResult["status"];
  /** ID of the opened check result. */
  result?: string;
};

export const RESULT_STATUSES: readonly CheckResult["status"][] = ["down", "degraded", "error", "up"];

export function readMonitorSearch(search: Record<string, unknown>): MonitorSearch {
  const status = RESULT_STATUSES.find((one) => one === search.status);
  const result = typeof search.result === "string" ? search.result : "";
  return { ...readHistorySearch(search), ...(status && { status }), ...(result && { result }) };
}
