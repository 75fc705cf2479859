import { phasesUsOf, responseUsOf } from "../../pipeline/results/recording/queries.ts";
import type { FinishedReport } from "../../pipeline/results/recording/record-batch.ts";
import type { LateResult } from "../../pipeline/results/rollups/late-results.ts";

/** The part of a report that rollups count. */
export function toLateResult(report: FinishedReport): LateResult {
  const { seriesKey, slotMs, outcome } = report;
  const { status, attempts } = outcome;
  return {
    seriesKey,
    slotMs,
    status,
    attempts,
    responseUs: responseUsOf(report),
    phasesUs: phasesUsOf(report),
  };
}
