import type { Database } from "../../../platform/storage/database.ts";
import { dropBodies, listWithBodies } from "./queries.ts";

/** Enough to look up what a job said in the last weeks, or the last hours if it runs each minute. */
const BODIES_MAX = 500;
/** Heartbeats in one statement: each has at most 3,600 new pings in an hour. */
const PORTION = 20;

/** Deletes old bodies: those of deleted heartbeats, and of all but the newest pings of each other one. */
export async function dropOldBodies(database: Database, signal: AbortSignal): Promise<void> {
  const found = await listWithBodies(database);
  for (const isDeleted of [true, false]) {
    const ids = found.filter(({ is_deleted: is }) => is === isDeleted).map(({ id }) => id);
    for (let at = 0; at < ids.length && !signal.aborted; at += PORTION)
      await dropBodies(database, ids.slice(at, at + PORTION), isDeleted ? 0 : BODIES_MAX);
  }
}
