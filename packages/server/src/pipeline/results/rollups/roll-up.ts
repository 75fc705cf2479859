import type { Database, Db } from "../../../platform/storage/database.ts";
import { rollUpDelays } from "./delays.ts";
import {
  countResults,
  findOldestSlotMs,
  findProgress,
  type KeyedRollup,
  listHourRollups,
  listSeriesToRollUp,
  lockRollups,
  type RollupProgress,
  saveProgress,
  saveRollups,
  type TimeRange,
} from "./queries.ts";
import {
  addCounted,
  addStored,
  createRollup,
  DAY_MS,
  HOUR_MS,
  type Rollup,
  setPhases,
  toStored,
} from "./rollup.ts";

/*
 * Rolls up the results of closed hours; each rollup is written once. It must never know who records results
 * or who reads rollups; they share only `rollup_progress` and its lock.
 */

/**
 * Delay after the end of an hour before it is rolled up. Nearly all results are stored a second after their
 * slot; only a check that uses its whole timeout and its retries comes later, and `mergeLateResults` handles
 * those.
 */
export const ROLL_UP_DELAY_MS = 120_000;

/**
 * Limits one step, and therefore how long recorders wait for it: measured 1.3 ms on average, 16 ms at most.
 */
const CHUNK_SERIES_MAX = 200;
const CHUNK_RESULTS_MAX = 2_000;

export type RollUpStep = {
  /** Nothing was left to do. */
  caughtUp: boolean;
  /** Results rolled up by this step. */
  results: number;
};

/** Rolls up the next few series of the current hour and advances the progress, in one transaction. */
export function rollUpNextChunk(database: Database, nowMs: number): Promise<RollUpStep> {
  return database.transaction(async (db) => {
    await lockRollups(db);
    const progress = (await findProgress(db)) ?? (await firstProgress(db, nowMs));
    if (nowMs < progress.hourMs + HOUR_MS + ROLL_UP_DELAY_MS) {
      return { caughtUp: true, results: 0 };
    }
    const hour = { fromMs: progress.hourMs, toMs: progress.hourMs + HOUR_MS };
    const day = hour.toMs % DAY_MS === 0 ? { fromMs: hour.toMs - DAY_MS, toMs: hour.toMs } : null;
    const seriesKeys = await nextSeries(db, progress, { hour, day });
    const last = seriesKeys.at(-1);
    if (last === undefined) {
      await saveProgress(db, { hourMs: hour.toMs, seriesKey: 0 });
      return { caughtUp: false, results: 0 };
    }
    const results = await rollUpHour(db, seriesKeys, hour);
    await rollUpDelays(db, seriesKeys, hour);
    if (day !== null) await rollUpDay(db, seriesKeys, day);
    await saveProgress(db, { hourMs: hour.fromMs, seriesKey: last });
    return { caughtUp: false, results };
  });
}

/**
 * The first rollup starts with the hour of the oldest result, and in a new database with the current hour.
 */
async function firstProgress(db: Db, nowMs: number): Promise<RollupProgress> {
  const oldestMs = Math.min((await findOldestSlotMs(db)) ?? nowMs, nowMs);
  const progress = { hourMs: Math.floor(oldestMs / HOUR_MS) * HOUR_MS, seriesKey: 0 };
  await saveProgress(db, progress);
  return progress;
}

/** As many series as have `CHUNK_RESULTS_MAX` results according to their interval, and at least one. */
async function nextSeries(
  db: Db,
  progress: RollupProgress,
  ranges: { hour: TimeRange; day: TimeRange | null },
): Promise<number[]> {
  const candidates = await listSeriesToRollUp(db, {
    after: progress.seriesKey,
    ...ranges,
    limit: CHUNK_SERIES_MAX,
  });
  let expected = 0;
  const end = candidates.findIndex((series) => {
    expected += Math.ceil(HOUR_MS / series.interval_ms);
    return expected > CHUNK_RESULTS_MAX;
  });
  return candidates.slice(0, end === -1 ? undefined : Math.max(end, 1)).map((series) => series.series_key);
}

async function rollUpHour(db: Db, seriesKeys: readonly number[], hour: TimeRange): Promise<number> {
  const counted = await countResults(db, seriesKeys, hour);
  const rollups: KeyedRollup[] = counted.map((results) => {
    const rollup = createRollup();
    addCounted(rollup, results);
    setPhases(rollup, results);
    return { seriesKey: results.series_key, atMs: hour.fromMs, stored: toStored(rollup) };
  });
  await saveRollups(db, "hour", rollups);
  return counted.reduce((sum, results) => sum + results.total, 0);
}

async function rollUpDay(db: Db, seriesKeys: readonly number[], day: TimeRange): Promise<void> {
  const bySeries = new Map<number, Rollup>();
  for (const hour of await listHourRollups(db, seriesKeys, day)) {
    const rollup = bySeries.get(hour.series_key) ?? createRollup();
    bySeries.set(hour.series_key, rollup);
    addStored(rollup, hour);
  }
  const rollups = [...bySeries].map(([seriesKey, rollup]) => ({
    seriesKey,
    atMs: day.fromMs,
    stored: toStored(rollup),
  }));
  await saveRollups(db, "day", rollups);
}
