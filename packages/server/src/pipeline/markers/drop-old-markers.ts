import { MARKER_DAYS } from "@vedette/contract/markers/marker-limits.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;
/** Markers per statement, which keeps its locks short. */
const MARKERS_MAX = 5_000;

/** Deletes the deploy markers of all organizations that are older than their retention. */
export async function dropOldMarkers(
  { database, clock }: { database: Db; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const before = new Date(clock.now() - MARKER_DAYS * DAY_MS);
  while (!signal.aborted && (await deleteMarkersBefore(database, before)) >= MARKERS_MAX);
}

const deleteMarkersBefore = (db: Db, before: Date) =>
  db.run(sql`
    delete from marker where id = any (array(select id from marker where at < ${before} limit ${MARKERS_MAX}))`);
