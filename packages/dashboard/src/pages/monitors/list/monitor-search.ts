import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { StatsPeriod } from "@vedette/contract/targets/stats-periods.ts";

/** URL parameters of a monitor page: period and location of the chart, and filters of the checks. Pure. */
export type MonitorSearch = { period?: StatsPeriod; location?: string; status?: CheckResult["status"] };

export const PERIOD_LABELS: Record<StatsPeriod, string> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

export const PERIODS = Object.keys(PERIOD_LABELS) as StatsPeriod[];
export const RESULT_STATUSES: readonly CheckResult["status"][] = ["down", "degraded", "error", "up"];

export function readMonitorSearch(search: Record<string, unknown>): MonitorSearch {
  const period = PERIODS.find((one) => one === search.period);
  const status = RESULT_STATUSES.find((one) => one === search.status);
  const location = typeof search.location === "string" ? search.location : "";
  return { ...(period && { period }), ...(location && { location }), ...(status && { status }) };
}
