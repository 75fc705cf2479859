import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../../platform/kernel/clock.ts";

import type { Database } from "../../../platform/storage/database.ts";
import { identifier, sql } from "../../../platform/storage/sql.ts";
import { findCounterProgress } from "../counters/queries.ts";
import { dayOf } from "../retention/partitions.ts";
import { listPartitionDays } from "../retention/queries.ts";
import { findProgress } from "../rollups/queries.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import {
  type ClosedDay,
  deleteOrphans,
  hasOpenResults,
  listSeriesToClose,
  lockClosedDays,
  lockSeries,
  saveClosedDays,
  takeDay,
} from "./closed-queries.ts";
import { encodeDay } from "./encode-day.ts";
import { OPEN_DAYS } from "./stored-results.ts";

/*
 * Closes days: moves the results of each series into one row by columns, once they are rolled up and counted. Readers see a
 * result in exactly one of the two places, because a series' day moves in one transaction. Late results of a closed day are stored
 * as open ones; the next run adds them.
 */

/** Days that are never closed: statements that read `OPEN_DAYS` or less read open results only. */
const CLOSE_DAYS_MIN = OPEN_DAYS + 1;

/** Limits one transaction, and therefore how long late results wait for it. */
const CHUNK_SERIES_MAX = 100;
const CHUNK_RESULTS_MAX = 10_000;

/** Pause after each transaction, as a share of its duration, so that recorders come first. */
const PAUSE_SHARE = 0.5;

/** A large day is vacuumed in minutes and blocks no other work. */
const STATEMENT_TIMEOUT = "55min";

export type CloseRequest = {
  clock: Clock;
  /** 0 closes none. */
  afterDays: number;
  /** The monotonic time at which it stops, to be continued by another call. */
  untilMs: number;
  signal: AbortSignal;
};
export type ClosedDays = { days: string[]; results: number };

/** Closes all days that ended more than `afterDays` ago, oldest first. Returns the days that it changed. */
export async function closeDays(database: Database, request: CloseRequest): Promise<ClosedDays> {
  const { clock, afterDays } = request;
  const closed: ClosedDays = { days: [], results: 0 };
  if (afterDays === 0) return closed;
  const before = await closableBefore(database, clock.now() - Math.max(afterDays, CLOSE_DAYS_MIN) * DAY_MS);
  const days = (await listPartitionDays(database, "check_result")).map(({ day }) => day);
  for (const day of days.filter((each) => each < before)) {
    if (isOver(request)) break;
    if (!(await hasOpenResults(database, new Date(day)))) continue;
    closed.results += await closeDay(database, new Date(day), request);
    closed.days.push(day);
  }
  return closed;
}

/** The first day that stays open: results are closed after they are rolled up and counted. */
async function closableBefore(database: Database, ageMs: number): Promise<string> {
  const rolledUpToMs = (await findProgress(database))?.hourMs ?? 0;
  const countedToMs = (await findCounterProgress(database))?.countedToMs ?? Number.POSITIVE_INFINITY;
  return dayOf(Math.min(ageMs, rolledUpToMs, countedToMs));
}

const isOver = ({ clock, untilMs, signal }: CloseRequest): boolean =>
  signal.aborted || clock.monotonic() >= untilMs;

async function closeDay(database: Database, day: Date, request: CloseRequest): Promise<number> {
  const { clock } = request;
  let results = 0;
  let after = 0;
  while (!isOver(request)) {
    const startedAt = clock.monotonic();
    const step = await closeNextChunk(database, { day, after });
    if (step === null) {
      await deleteOrphans(database, day);
      await releaseSpace(database, day);
      break;
    }
    after = step.lastKey;
    results += step.results;
    await delay((clock.monotonic() - startedAt) * PAUSE_SHARE);
  }
  return results;
}

/** Closes a day for the next few series, in one transaction. Returns null if no series is left. */
export async function closeNextChunk(
  database: Database,
  { day, after }: { day: Date; after: number },
): Promise<{ lastKey: number; results: number } | null> {
  const candidates = await listSeriesToClose(database, { day, after, limit: CHUNK_SERIES_MAX });
  const seriesKeys = firstSeries(candidates);
  const lastKey = seriesKeys.at(-1);
  if (lastKey === undefined) return null;
  return database.transaction(async (db) => {
    await lockClosedDays(db);
    const taken = await takeDay(db, await lockSeries(db, seriesKeys), day);
    const days = taken.map((each): ClosedDay => {
      const { records, details, ...counts } = each;
      return { ...counts, ...encodeDay({ records, details }) };
    });
    if (days.length > 0) await saveClosedDays(db, day, days);
    return { lastKey, results: days.reduce((sum, each) => sum + each.results, 0) };
  });
}

/** As many series as have `CHUNK_RESULTS_MAX` results a day according to their interval, and at least one. */
function firstSeries(candidates: readonly { series_key: number; interval_ms: number }[]): number[] {
  let expected = 0;
  const end = candidates.findIndex(({ interval_ms: intervalMs }) => {
    expected += DAY_MS / intervalMs;
    return expected > CHUNK_RESULTS_MAX;
  });
  return candidates.slice(0, end === -1 ? undefined : Math.max(end, 1)).map((each) => each.series_key);
}

/**
 * Returns the space of deleted results. Not by `truncate`, which a backup that began before would see as an empty day; the partition
 * stays for late results.
 */
async function releaseSpace(database: Database, day: Date): Promise<void> {
  const partition = identifier(`check_result_${day.toISOString().slice(0, 10).replaceAll("-", "")}`);
  const session = await database.session(() => undefined);
  try {
    await session.run(sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, false)`);
    await session.run(sql`vacuum (truncate, analyze) ${partition}`);
    await session.run(sql`reindex table concurrently ${partition}`);
  } finally {
    await session.close();
  }
}
