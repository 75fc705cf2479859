import { setImmediate as nextTurn } from "node:timers/promises";
import { measuresOutages, TUNE_OUTAGE_SECONDS } from "@vedette/contract/alerts/rule-tuning.ts";
import { badFields } from "../../../../platform/kernel/errors.ts";
import { findProgress } from "../../../results/rollups/queries.ts";
import { HOUR_MS } from "../../../results/rollups/rollup.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { deadlineOf } from "../preview-limits.ts";
import { factsFromMs, type PreviewRequest, type PreviewTarget, sinceMsOf } from "../preview-request.ts";
import { countStoredResults, listPreviewSeries } from "../queries.ts";
import { readEncodedHours } from "../read-facts.ts";
import { type HistoricSeries, toSeries } from "../read-history.ts";
import { GridCosts } from "./grid-costs.ts";
import { longOutages } from "./match-outages.ts";
import { hasNoAlerts, sketchBoundOf } from "./quiet-target.ts";
import { type GridTarget, replayGrid } from "./replay-grid.ts";
import {
  type Combination,
  gridOf,
  type OutageCondition,
  outageCondition,
  type TunableCondition,
} from "./tune-grid.ts";

/**
 * Replays a grid of settings of a rule over the stored results of its targets, one target after the other: what each
 * combination alerts, how late, and which outages it misses. It writes nothing.
 */

/** Conditions that results trigger. */
export type ReplayedCondition = Extract<TunableCondition, { type: OutageCondition["type"] | "flapping" }>;
export type TuneRequest<Condition extends TunableCondition = ReplayedCondition> = Omit<
  PreviewRequest,
  "condition"
> & { condition: Condition };

export type TunedCombination = Combination & ReturnType<GridCosts["list"]>[number];
export type Tuned = { combinations: TunedCombination[]; outages: number; sinceMs: number };

/** Targets whose rollups are in memory at the same time. */
const PAGE_TARGETS = 50;

export async function tune(deps: PreviewDeps, request: TuneRequest): Promise<Tuned> {
  const { db, clock, limits } = deps;
  const assertInTime = deadlineOf(limits, clock, tuneTooLarge);
  const { condition, timing, targets, nowMs } = request;
  const series = await listSeriesByTarget(deps, request);
  const locations = Math.max(1, ...[...series.values()].map(countActive));
  const grid = gridOf({ condition, recoveryThreshold: timing.recoveryThreshold }, locations);
  const requests = grid.map((each) => ({
    ...{ ...request, condition: each.condition },
    timing: { ...timing, recoveryThreshold: each.recoveryThreshold },
  }));
  const outagesOf = outageRequestOf(request);
  const hours = {
    fromMs: Math.min(...[...requests, ...(outagesOf?.(locations) ?? [])].map(factsFromMs)),
    toMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS,
  };
  const rolledUpToMs = await findRolledUpTo(deps, { series, fromMs: hours.fromMs });
  let read = 0;
  const onRead = (results: number) => {
    read += results;
    if (read > limits.resultsMax)
      throw tuneTooLarge(`needs more than ${limits.resultsMax.toLocaleString("en")} results`);
  };
  const costs = new GridCosts(grid, request);
  for (let at = 0; at < targets.length; at += PAGE_TARGETS) {
    const page = targets.slice(at, at + PAGE_TARGETS);
    const plan = { rolledUpToMs, sketchAboveUs: sketchBoundOf(grid) };
    for (const gridTarget of await readPage(deps, { page, series, plan, hours })) {
      assertInTime();
      if (hasNoAlerts(gridTarget.encoded, grid)) continue;
      const replayed = [...(outagesOf?.(countActive(gridTarget.series)) ?? []), ...requests];
      const times = await replayGrid({ db, assertInTime, onRead }, replayed, gridTarget);
      if (outagesOf === null) costs.addCounted(times);
      else {
        const [outageTimes, ...alertTimes] = times;
        const durationMs = TUNE_OUTAGE_SECONDS * 1_000;
        costs.add(alertTimes, longOutages(outageTimes?.found ?? [], { durationMs, nowMs }));
      }
      await nextTurn();
    }
  }
  return { combinations: costs.list(), outages: costs.outages, sinceMs: sinceMsOf(request) };
}

/** The error of a request that would replay too much. */
export function tuneTooLarge(reason: string): Error {
  return badFields([{ path: "days", message: `${reason}; use fewer days, or one target: target_id` }]);
}

function countActive(series: readonly HistoricSeries[]): number {
  return series.filter(({ active }) => active).length;
}

/** Makes the request that finds outages, by the number of locations; null if the rule is not about them. */
function outageRequestOf(request: TuneRequest): ((locations: number) => [PreviewRequest]) | null {
  const { condition } = request;
  if (!isAboutOutages(condition)) return null;
  const timing = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };
  return (locations) => [{ ...request, condition: outageCondition(condition, locations), timing }];
}

function isAboutOutages(condition: TunableCondition): condition is OutageCondition {
  return measuresOutages(condition.type);
}

type SeriesByTarget = ReadonlyMap<string, readonly HistoricSeries[]>;

async function listSeriesByTarget(
  { db }: PreviewDeps,
  { orgId, targets }: TuneRequest,
): Promise<SeriesByTarget> {
  const ids = targets.map(({ id }) => id);
  const rows = Map.groupBy(await listPreviewSeries(db, orgId, ids), (row) => row.target_id);
  return new Map([...rows].map(([id, own]) => [id, own.map(toSeries)]));
}

/** Throws if too many results are not rolled up yet. */
async function findRolledUpTo(
  { db, limits: { newResultsMax } }: PreviewDeps,
  { series, fromMs }: { series: SeriesByTarget; fromMs: number },
): Promise<number> {
  const rolledUpToMs = Math.max(fromMs, (await findProgress(db))?.hourMs ?? 0);
  const seriesKeys = [...series.values()].flatMap((own) => own.map(({ seriesKey }) => seriesKey));
  const since = new Date(rolledUpToMs);
  if ((await countStoredResults(db, { seriesKeys, since, countMax: newResultsMax + 1 })) > newResultsMax)
    throw tuneTooLarge(`covers more than ${newResultsMax.toLocaleString("en")} results without rollups`);
  return rolledUpToMs;
}

/** Reads the rollups of some targets. Targets without results are left out. */
async function readPage(
  { db }: PreviewDeps,
  {
    page,
    series,
    plan,
    hours,
  }: {
    page: readonly PreviewTarget[];
    series: SeriesByTarget;
    plan: { rolledUpToMs: number; sketchAboveUs: number };
    hours: { fromMs: number; toMs: number };
  },
): Promise<GridTarget[]> {
  const seriesKeys = page.flatMap(({ id }) => (series.get(id) ?? []).map(({ seriesKey }) => seriesKey));
  const rows = await readEncodedHours(db, { ...plan, seriesKeys }, hours);
  const bySeries = Map.groupBy(rows, (row) => row.series_key);
  return page.flatMap((target) => {
    const own = series.get(target.id) ?? [];
    const encoded = own.flatMap(({ seriesKey }) => bySeries.get(seriesKey) ?? []);
    return encoded.length === 0 ? [] : [{ target, series: own, encoded }];
  });
}
