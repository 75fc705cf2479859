import { setImmediate as nextTurn } from "node:timers/promises";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findCounterProgress } from "../../results/counters/queries.ts";
import { readMissed } from "../../results/observed/missed-queries.ts";
import { DAY_MS, HOUR_MS } from "../../results/rollups/rollup.ts";
import { selectorCondition } from "../../selectors/queries.ts";
import {
  listMeasuredChanges,
  listMeasuredSeries,
  listMeasuredTargets,
  listWebVitalsRows,
  type MeasuredSeries,
  type MeasuredTarget,
  type WebVitalsRow,
} from "./queries.ts";
import { turnBudget } from "./turn-budget.ts";
import { type UptimeRatios, uptimeRatios } from "./uptime-ratios.ts";

/*
 * The current figures of an organization's targets, for monitoring systems. Reads only; knows no format.
 */

export type TargetFigures = MeasuredTarget & {
  series: MeasuredSeries[];
  uptime: UptimeRatios;
  webVitals: WebVitalsRow["vitals"] | null;
  /** The time of the figures, in seconds since the epoch. */
  read_at_s: number;
};

export type TelemetryFigures = {
  targets: TargetFigures[];
  uptimes: ReadonlyMap<string, UptimeRatios>;
  uptimesAtMs: number;
};

/** A result older than this says nothing about the current response time. */
const LATEST_MS = 2 * DAY_MS;
/** Slots are not in the future, but the clocks of processes differ. */
const CLOCKS_DIFFER_MS = HOUR_MS;
/** Uptimes of a day or more change slowly, and are half of the cost. */
const UPTIME_TTL_MS = 60_000;

export type FiguresRequest = { orgId: string; selector: Selector; clock: Clock };

/**
 * Reads the figures of the targets that the selector selects. Uptimes of `previous` are used again for a minute. The event
 * loop turns while figures of many targets are put together.
 */
export async function readFigures(
  db: Db,
  request: FiguresRequest,
  previous: TelemetryFigures | null = null,
): Promise<TelemetryFigures> {
  const { orgId, selector, clock } = request;
  const nowMs = clock.now();
  const condition = selectorCondition(selector);
  const countedToMs = Math.min((await findCounterProgress(db))?.countedToMs ?? nowMs, nowMs);
  const [targets, series, vitals] = await Promise.all([
    listMeasuredTargets(db, orgId, condition),
    listMeasuredSeries(db, orgId, {
      ...{ condition, countedTo: new Date(countedToMs), from: new Date(nowMs - LATEST_MS) },
      to: new Date(nowMs + CLOCKS_DIFFER_MS),
    }),
    listWebVitalsRows(db, orgId, condition),
  ]);
  const isUptimeKnown = previous !== null && nowMs - previous.uptimesAtMs < UPTIME_TTL_MS;
  const uptimes = isUptimeKnown ? previous.uptimes : await readUptimes(db, { ...request, nowMs }, targets);
  const seriesOf = Map.groupBy(series, (row) => row.target_id);
  const vitalsOf = new Map(vitals.map((row) => [row.target_id, row.vitals]));
  return {
    ...{ uptimes, uptimesAtMs: isUptimeKnown ? previous.uptimesAtMs : nowMs },
    targets: await mapInTurns(targets, clock, (target) => ({
      ...target,
      series: seriesOf.get(target.id) ?? [],
      uptime: uptimes.get(target.id) ?? NO_UPTIME,
      webVitals: vitalsOf.get(target.id) ?? null,
      read_at_s: nowMs / 1_000,
    })),
  };
}

async function mapInTurns<Item, Result>(
  items: readonly Item[],
  clock: Clock,
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const isSpent = turnBudget(clock);
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    if (isSpent()) await nextTurn();
  }
  return results;
}

const NO_UPTIME: UptimeRatios = { "24h": null, "7d": null, "30d": null };

async function readUptimes(
  db: Db,
  { orgId, selector, clock, nowMs }: FiguresRequest & { nowMs: number },
  targets: readonly MeasuredTarget[],
): Promise<Map<string, UptimeRatios>> {
  const sinceMs = nowMs - PERIOD_MS["30d"];
  const ids = targets.map(({ id }) => id);
  const [changes, missed] = await Promise.all([
    listMeasuredChanges(db, orgId, { condition: selectorCondition(selector), since: new Date(sinceMs) }),
    readMissed(db, orgId, { ids, fromMs: sinceMs, toMs: nowMs }),
  ]);
  const changesOf = Map.groupBy(changes, (row) => row.target_id);
  return new Map(
    await mapInTurns(targets, clock, (target): [string, UptimeRatios] => {
      const observed = { changes: changesOf.get(target.id) ?? [], missed: missed.get(target.id) ?? [] };
      return [target.id, uptimeRatios(target, { ...observed, nowMs })];
    }),
  );
}
