import { CHANGE_DAYS } from "@vedette/contract/changes/changes.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { lowestId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;
/** Changes per statement, which keeps its locks short. */
const CHANGES_MAX = 5_000;

/** Deletes what checks of all organizations saw change and is older than its retention. */
export async function dropOldChanges(
  { database, clock }: { database: Db; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const before = lowestId(clock.now() - CHANGE_DAYS * DAY_MS);
  while (!signal.aborted && (await deleteChangesBefore(database, before)) >= CHANGES_MAX);
}

const deleteChangesBefore = (db: Db, before: string) =>
  db.run(sql`
    delete from target_change
    where id = any (array(select id from target_change where id < ${before}::uuid order by id limit ${CHANGES_MAX}))`);
