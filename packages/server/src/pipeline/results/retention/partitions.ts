import type { Database, Db } from "../../../platform/storage/database.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import {
  createPartition,
  listPartitionDays,
  lockPartitions,
  PARTITIONED_TABLES,
  type PartitionedTable,
} from "./queries.ts";

/** For late results of yesterday and the steps of runs that were triggered then. */
const DAYS_BEHIND = 1;
/** Inserts keep working if no job runs for three days. */
const DAYS_AHEAD = 3;

/** Creates the partitions of the days around `nowMs`. Idempotent and safe to run concurrently. */
export function ensurePartitions(database: Database, nowMs: number): Promise<void> {
  const offsets = Array.from({ length: DAYS_BEHIND + 1 + DAYS_AHEAD }, (_, index) => index - DAYS_BEHIND);
  return ensurePartitionsOf(
    database,
    offsets.map((days) => nowMs + days * DAY_MS),
  );
}

/** Creates the partitions for results, and for steps of runs triggered, at these instants. */
export async function ensurePartitionsOf(database: Database, instantsMs: readonly number[]): Promise<void> {
  const days = [...new Set(instantsMs.map(dayOf))].sort();
  if ((await missing(database, days)).length === 0) return;
  await database.transaction(async (db) => {
    await lockPartitions(db);
    // Checked again: another process may have created them while this one waited for the lock.
    for (const { table, day } of await missing(db, days)) await createPartition(db, table, day);
  });
}

async function missing(db: Db, days: readonly string[]): Promise<{ table: PartitionedTable; day: string }[]> {
  const found: { table: PartitionedTable; day: string }[] = [];
  for (const table of PARTITIONED_TABLES) {
    const made = new Set((await listPartitionDays(db, table)).map((row) => row.day));
    for (const day of days) if (!made.has(day)) found.push({ table, day });
  }
  return found;
}

/** The day (UTC) of an instant, as YYYY-MM-DD. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
