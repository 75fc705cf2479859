import type { Database, Db } from "../../storage/database.ts";
import { findProgress } from "../folding/queries.ts";
import { DAY_MS } from "../folding/rollup.ts";
import { HOUR_ROLLUP_DAYS } from "../stats/window.ts";
import { dayOf } from "./partitions.ts";
import {
  DELETE_MAX,
  deleteDayRollups,
  deleteHourRollups,
  deleteIdempotencyKeys,
  deletePeers,
  deleteSlotGaps,
  deleteStatusChanges,
  dropPartition,
  listPartitionDays,
  lockPartitions,
} from "./queries.ts";

/** Results younger than this are never dropped: stats are exact within two days (`EXACT_AGE_MS`). */
const RESULT_DAYS_MIN = 3;

/** A year to look back on, and a month to compare it with. A day of a series takes about 400 bytes. */
export const DAY_ROLLUP_DAYS = 400;

/** A repeated create is answered as the first within this time. Source: decisions.md, section 1. */
const IDEMPOTENCY_DAYS = 1;

/**
 * Peers are kept as long as the results that name them. A recorder says once a day that it uses one, by
 * the date of the database, which may be another time zone's.
 */
const PEER_GRACE_DAYS = 2;

/** Drops what is older than it is kept. Results that are not folded yet stay, whatever their age. */
export async function dropExpired(database: Database, nowMs: number, retentionDays: number): Promise<void> {
  const ago = (days: number) => new Date(nowMs - days * DAY_MS);
  const resultDays = Math.max(retentionDays, RESULT_DAYS_MIN);
  await dropPartitions(database, ago(resultDays));
  // A day more than windows reach, so that no border falls among rows that are just being deleted.
  await deleteAll(database, deleteHourRollups, ago(HOUR_ROLLUP_DAYS + 1));
  await deleteAll(database, deleteDayRollups, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteSlotGaps, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteStatusChanges, ago(DAY_ROLLUP_DAYS));
  await deleteAll(database, deleteIdempotencyKeys, ago(IDEMPOTENCY_DAYS));
  const oldestMs = Date.parse((await listPartitionDays(database))[0]?.day ?? dayOf(nowMs));
  await deleteAll(database, deletePeers, dayOf(oldestMs - PEER_GRACE_DAYS * DAY_MS));
}

/** Each in a transaction of its own: the lock on all results is held for one drop only. */
async function dropPartitions(database: Database, before: Date): Promise<void> {
  const progress = await findProgress(database);
  if (progress === null) return;
  const keepFrom = dayOf(Math.min(before.getTime(), progress.hourMs));
  for (const { day } of await listPartitionDays(database)) {
    if (day >= keepFrom) return;
    await database.transaction(async (db) => {
      await lockPartitions(db);
      await dropPartition(db, day);
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
