import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findProgress } from "../../results/rollups/queries.ts";
import { createRollup, type Rollup } from "../../results/rollups/rollup.ts";
import { listStatsCells } from "../../results/stats/cell-queries.ts";
import { quantile } from "../../results/stats/rollup-figures.ts";
import { addCell } from "../../results/stats/target-stats.ts";
import { planStats, planTotals } from "../../results/stats/window.ts";
import type { ReportRange } from "../report-period.ts";
import { listSeriesOfTargets } from "./queries.ts";
import type { ResponseFigures } from "./report-content.ts";

/** Response times of many targets in a range, as in the statistics of each: from rollups where whole hours or days fit. */

/** Read together: the days of a quarter of so many targets are some 10,000 sketches. */
const TARGETS_AT_ONCE = 100;

export async function readResponseTimes(
  db: Db,
  orgId: OrgId,
  { ids, range, nowMs }: { ids: readonly string[]; range: ReportRange; nowMs: number },
): Promise<Map<string, ResponseFigures>> {
  const figures = new Map<string, ResponseFigures>();
  const progress = await findProgress(db);
  const rolledUpTo = progress && new Date(progress.hourMs);
  // The range is longer than two days or ends in the past, or else its results are few.
  const plan = planTotals(planStats(range, { nowMs, resultsPerHour: Number.POSITIVE_INFINITY }));
  for (let at = 0; at < ids.length; at += TARGETS_AT_ONCE) {
    const series = await listSeriesOfTargets(db, orgId, ids.slice(at, at + TARGETS_AT_ONCE));
    const rollups = new Map<string, Rollup>();
    const bySeries = new Map<number, Rollup>();
    for (const { target_id: id, series_key: key } of series) {
      const rollup = rollups.get(id) ?? createRollup();
      rollups.set(id, rollup);
      bySeries.set(key, rollup);
    }
    const request = { seriesKeys: [...bySeries.keys()], plan, rolledUpTo, isImported: true };
    for (const cell of await listStatsCells(db, orgId, request)) {
      const rollup = bySeries.get(cell.series_key);
      if (rollup !== undefined) addCell(rollup, cell);
    }
    for (const [id, rollup] of rollups)
      figures.set(id, { p50: quantile(rollup, 0.5), p95: quantile(rollup, 0.95) });
  }
  return figures;
}
