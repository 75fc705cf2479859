import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findProgress } from "../../results/rollups/queries.ts";
import type { AlertSink } from "./alert-collector.ts";
import { factsShape } from "./hour-facts.ts";
import { deadlineOf, type PreviewLimits, tooLarge } from "./preview-limits.ts";
import { factsFromMs, type PreviewRequest, warmUpMsOf } from "./preview-request.ts";
import { countStoredResults, listPreviewSeries } from "./queries.ts";
import { ReadBudget } from "./read-budget.ts";
import type { FactsPlan } from "./read-facts.ts";
import { toSeries } from "./read-history.ts";
import { TargetReplay } from "./target-replay.ts";

/** What a preview is computed with. */
export type PreviewDeps = { db: Db; clock: Pick<Clock, "monotonic">; limits: PreviewLimits };

export type PreviewPlan = {
  plan: FactsPlan;
  budget: ReadBudget;
  /** Throws once the preview has taken too long. */
  assertInTime(): void;
};

/** Finds out what there is to preview, whose alerts the sink receives; throws if it is too much. */
export async function preparePreview(
  { db, clock, limits }: PreviewDeps,
  request: PreviewRequest,
  found: AlertSink,
): Promise<PreviewPlan> {
  const assertInTime = deadlineOf(limits, clock);
  const { resultsMax, newResultsMax } = limits;
  const { orgId, condition, targets } = request;
  const ids = targets.map(({ id }) => id);
  const series = await listPreviewSeries(db, orgId, ids);
  const count = (sinceMs: number, countMax: number) => {
    const seriesKeys = series.map((row) => row.series_key);
    return countStoredResults(db, { seriesKeys, since: new Date(sinceMs), countMax: countMax + 1 });
  };
  const rolledUpToMs = Math.max(factsFromMs(request), (await findProgress(db))?.hourMs ?? 0);
  if ((await count(rolledUpToMs, newResultsMax)) > newResultsMax) {
    throw tooLarge(`covers more than ${newResultsMax.toLocaleString("en")} results without rollups`);
  }
  const stored = await count(warmUpMsOf(request), resultsMax);
  const byTarget = Map.groupBy(series, (row) => row.target_id);
  const replays = targets.map((target) => {
    return new TargetReplay(request, {
      target,
      series: (byTarget.get(target.id) ?? []).map(toSeries),
      found,
    });
  });
  const samplesExpiries = condition.type === "ssl_expiry" && stored > resultsMax;
  const plan = { request, replays, shape: factsShape(condition), rolledUpToMs, samplesExpiries };
  return { plan, assertInTime, budget: new ReadBudget({ resultsMax, stored }) };
}
