import type { ApiMonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { createRollup, type Rollup } from "../rollups/rollup.ts";
import { listStatsCells } from "./cell-queries.ts";
import { quantile, retriedPercentage, successPercentage } from "./rollup-figures.ts";
import { addCell, type TargetStats, type TargetStatsRequest, targetStats } from "./target-stats.ts";
import { planTotals } from "./window.ts";

/*
 * Statistics of API monitors and journeys: each run is a result of its target's series, each executed step
 * one of the step's series. It must never know how runs are executed or stored.
 */

export type StepSeries = { name: string; series_keys: number[] };

/** Throws not-found if the organization has no such target of that kind. */
export async function runStats(
  db: Db,
  request: TargetStatsRequest,
  listSteps: () => Promise<StepSeries[]>,
): Promise<Omit<ApiMonitorStats, "api_monitor_id">> {
  const ofRuns = await targetStats(db, request);
  return {
    ...ofRuns.response,
    pass_rate: successPercentage(ofRuns.totals),
    flaky_rate: retriedPercentage(ofRuns.totals),
    duration_ms: ofRuns.response.response_time_ms,
    steps: await stepStats(db, { orgId: request.orgId, listed: await listSteps() }, ofRuns),
  };
}

async function stepStats(
  db: Db,
  { orgId, listed }: { orgId: string; listed: readonly StepSeries[] },
  { plan, rolledUpTo, isImported }: TargetStats,
): Promise<ApiMonitorStats["steps"]> {
  const steps = listed.map(({ name, series_keys: seriesKeys }) => ({
    name,
    seriesKeys,
    rollup: createRollup(),
  }));
  const bySeries = new Map<number, Rollup>(
    steps.flatMap(({ seriesKeys, rollup }) => seriesKeys.map((key) => [key, rollup] as const)),
  );
  const seriesKeys = [...bySeries.keys()];
  const request = { seriesKeys, plan: planTotals(plan), rolledUpTo, isImported };
  for (const cell of await listStatsCells(db, orgId, request)) {
    const rollup = bySeries.get(cell.series_key);
    if (rollup !== undefined) addCell(rollup, cell);
  }
  return steps.map(({ name, rollup }) => ({
    name,
    pass_rate: successPercentage(rollup),
    p95_ms: quantile(rollup, 0.95),
  }));
}
