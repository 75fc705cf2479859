import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { STATS_PERIODS, type StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";

/** URL parameters of a monitor page: period and location of the chart, and filters of the checks. Pure. */
export type MonitorSearch = { period?: StatsPeriod; location?: string; status?: CheckResult["status"] };

export const RESULT_STATUSES: readonly CheckResult["status"][] = ["down", "degraded", "error", "up"];

export function readMonitorSearch(search: Record<string, unknown>): MonitorSearch {
  const period = STATS_PERIODS.find((one) => one === search.period);
  const status = RESULT_STATUSES.find((one) => one === search.status);
  const location = typeof search.location === "string" ? search.location : "";
  return { ...(period && { period }), ...(location && { location }), ...(status && { status }) };
}
