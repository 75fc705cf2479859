import type { SeriesState } from "../../results/recording/target-state.ts";
import type { SeriesHour } from "./hour-facts.ts";
import type { HistoricResult, HistoricSeries } from "./read-history.ts";

/**
 * A series while its target is replayed. `consecutiveFailures` is exact, or 0 while `unknown` is set: after an hour
 * with failures and successes that was not read.
 */
export type ReplayedSeries = SeriesState & {
  /** The most failures in a row that are possible, and the start of the hour whose results decide it. */
  unknown: { failuresMax: number; sinceMs: number } | null;
};

export function freshSeries({ seriesKey, location, active }: HistoricSeries): ReplayedSeries {
  return {
    seriesKey,
    location,
    active,
    status: "pending",
    statusSinceMs: 0,
    consecutiveFailures: 0,
    consecutiveErrors: 0,
    unknown: null,
  };
}

export function countResult(series: ReplayedSeries, { status }: Pick<HistoricResult, "status">): void {
  series.consecutiveFailures = status === "down" ? series.consecutiveFailures + 1 : 0;
}

/** Counts an hour whose results are not read. */
export function countHour(series: ReplayedSeries, { results, failed }: SeriesHour, hourMs: number): void {
  if (results === 0) return;
  if (failed < results) {
    series.consecutiveFailures = 0;
    series.unknown = failed === 0 ? null : { failuresMax: failed, sinceMs: hourMs };
  } else if (series.unknown === null) series.consecutiveFailures += failed;
  else series.unknown = { ...series.unknown, failuresMax: series.unknown.failuresMax + failed };
}
