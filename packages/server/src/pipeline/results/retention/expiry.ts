import type { Database, Db } from "../../../platform/storage/database.ts";
import { findCounterProgress } from "../counters/queries.ts";
import { findProgress } from "../rollups/queries.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { HOUR_ROLLUP_DAYS } from "../stats/window.ts";
import { dayOf } from "./partitions.ts";
import {
  DELETE_MAX,
  deleteBodies,
  deleteCheckDelays,
  deleteClosedDays,
  deleteConnectionFacts,
  deleteDayRollups,
  deleteHourRollups,
  deleteIdempotencyKeys,
  deletePingOutages,
  deleteRuns,
  deleteSchedulerProcesses,
  deleteSelfChecks,
  deleteSlotGaps,
  deleteStatusChanges,
  dropPartition,
  listPartitionDays,
  lockPartitions,
  type PartitionedTable,
} from "./queries.ts";

/** Results younger than this are never deleted: stats are exact within two days (`EXACT_AGE_MS`). */
export const RESULT_DAYS_MIN = 3;

/** A year plus a month for comparison. A day of a series takes about 400 bytes. */
export const DAY_ROLLUP_DAYS = 400;

/** A repeated create request gets the first response within this time. */
const IDEMPOTENCY_DAYS = 1;

/**
 * Connection facts are kept as long as the results that reference them. A recorder marks them as used once a
 * day, by the date of the database, whose time zone may differ.
 */
const CONNECTION_FACTS_GRACE_DAYS = 2;

/** Deletes expired data. Results that are not rolled up or counted yet and unfinished runs stay at any age. */
export async function dropExpired(database: Database, nowMs: number, retentionDays: number): Promise<void> {
  const ago = (days: number) => new Date(nowMs - days * DAY_MS);
  const resultDays = Math.max(retentionDays, RESULT_DAYS_MIN);
  await dropResults(database, ago(resultDays));
  await dropRuns(database, ago(resultDays));
  await dropPartitions(database, "heartbeat_ping", dayOf(ago(resultDays).getTime()));
  // One day more than windows reach, so that no boundary falls among rows that are being deleted.
  await deleteAll(database, deleteHourRollups, ago(HOUR_ROLLUP_DAYS + 1));
  await deleteAll(database, deleteDayRollups, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteSlotGaps, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deletePingOutages, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteSchedulerProcesses, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteCheckDelays, ago(HOUR_ROLLUP_DAYS + 1));
  await deleteAll(database, deleteSelfChecks, ago(HOUR_ROLLUP_DAYS + 1));
  await deleteAll(database, deleteStatusChanges, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteIdempotencyKeys, ago(IDEMPOTENCY_DAYS));
  const oldestMs = Date.parse((await listPartitionDays(database, "check_result"))[0]?.day ?? dayOf(nowMs));
  await deleteAll(database, deleteConnectionFacts, dayOf(oldestMs - CONNECTION_FACTS_GRACE_DAYS * DAY_MS));
}

async function dropResults(database: Database, before: Date): Promise<void> {
  const progress = await findProgress(database);
  if (progress === null) return;
  const countedToMs = (await findCounterProgress(database))?.countedToMs ?? Number.POSITIVE_INFINITY;
  const keepFrom = dayOf(Math.min(before.getTime(), progress.hourMs, countedToMs));
  await dropPartitions(database, "check_result", keepFrom);
  await deleteAll(database, deleteClosedDays, new Date(keepFrom));
  await deleteAll(database, deleteBodies, new Date(keepFrom));
}

/** Both by whole days, so that a run keeps its steps as long as it exists. */
async function dropRuns(database: Database, before: Date): Promise<void> {
  const keepFrom = dayOf(before.getTime());
  await deleteAll(database, deleteRuns, new Date(keepFrom));
  await dropPartitions(database, "run_step", keepFrom);
}

/** One transaction each: the lock on the whole table is held for a single drop. */
async function dropPartitions(database: Database, table: PartitionedTable, keepFrom: string): Promise<void> {
  for (const { day } of await listPartitionDays(database, table)) {
    if (day >= keepFrom) return;
    await database.transaction(async (db) => {
      await lockPartitions(db);
      await dropPartition(db, table, day);
    });
  }
}

async function deleteAll<Before>(
  database: Database,
  deleteSome: (db: Db, before: Before) => Promise<number>,
  before: Before,
): Promise<void> {
  while ((await deleteSome(database, before)) >= DELETE_MAX);
}
