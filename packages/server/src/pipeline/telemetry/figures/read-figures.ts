import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findCounterProgress } from "../../results/counters/queries.ts";
import { readMissed } from "../../results/observed/missed-queries.ts";
import { DAY_MS, HOUR_MS } from "../../results/rollups/rollup.ts";
import { selectorCondition } from "../../selectors/queries.ts";
import {
  listChangeRows,
  listSeriesRows,
  listTargetRows,
  listWebVitalsRows,
  type SeriesRow,
  type TargetRow,
  type WebVitalsRow,
} from "./queries.ts";
import { type UptimeRatios, uptimeRatios } from "./uptime-ratios.ts";

/*
 * The current figures of an organization's targets, for monitoring systems. Reads only; knows no format.
 */

export type TargetFigures = TargetRow & {
  series: SeriesRow[];
  uptime: UptimeRatios;
  webVitals: WebVitalsRow["vitals"] | null;
  /** The time of the figures, in seconds since the epoch. */
  read_at_s: number;
};

export type Figures = {
  targets: TargetFigures[];
  uptimes: ReadonlyMap<string, UptimeRatios>;
  uptimesAtMs: number;
};

/** A result older than this says nothing about the current response time. */
const LATEST_MS = 2 * DAY_MS;
/** Slots are not in the future, but the clocks of processes differ. */
const CLOCKS_DIFFER_MS = HOUR_MS;

export type FiguresRequest = { orgId: string; selector: Selector; nowMs: number };

export async function readFigures(db: Db, { orgId, selector, nowMs }: FiguresRequest): Promise<Figures> {
  const condition = selectorCondition(selector);
  const latestFromMs = nowMs - LATEST_MS;
  const countedToMs = Math.min((await findCounterProgress(db))?.countedToMs ?? nowMs, nowMs);
  const sinceMs = nowMs - PERIOD_MS["30d"];
  const [targets, series, changes, vitals] = await Promise.all([
    listTargetRows(db, orgId, condition),
    listSeriesRows(db, orgId, {
      ...{ condition, countedTo: new Date(countedToMs), from: new Date(latestFromMs) },
      to: new Date(nowMs + CLOCKS_DIFFER_MS),
    }),
    listChangeRows(db, orgId, { condition, since: new Date(sinceMs) }),
    listWebVitalsRows(db, orgId, condition),
  ]);
  const ids = targets.map(({ id }) => id);
  const missed = await readMissed(db, orgId, { ids, fromMs: sinceMs, toMs: nowMs });
  const seriesOf = Map.groupBy(series, (row) => row.target_id);
  const changesOf = Map.groupBy(changes, (row) => row.target_id);
  const vitalsOf = new Map(vitals.map((row) => [row.target_id, row.vitals]));
  return {
    atMs: nowMs,
    targets: targets.map((target) => {
      const observed = {
        changes: changesOf.get(target.id) ?? [],
        missed: missed.get(target.id) ?? [],
        nowMs,
      };
      return {
        ...target,
        series: seriesOf.get(target.id) ?? [],
        uptime: uptimeRatios(target, observed),
        webVitals: vitalsOf.get(target.id) ?? null,
        read_at_s: nowMs / 1_000,
      };
    }),
  };
}
