import { CHANGE_DAYS } from "@vedette/contract/changes/changes.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { lowestId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { deleteRunnerVersions } from "./runners/queries.ts";

const DAY_MS = 86_400_000;
/** Changes per statement, which keeps its locks short. */
const CHANGES_MAX = 5_000;

/** Deletes what changed in all organizations and is older than its retention: what checks saw, and versions of runners. */
export async function dropOldChanges(
  { database, clock }: { database: Db; clock: Clock },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const before = lowestId(clock.now() - CHANGE_DAYS * DAY_MS);
  await deleteRunnerVersions(database, new Date(clock.now() - CHANGE_DAYS * DAY_MS));
  while (!signal.aborted && (await deleteChangesBefore(database, before)) >= CHANGES_MAX);
}

const deleteChangesBefore = (db: Db, before: string) =>
  db.run(sql`
    delete from target_change
    where id = any (array(select id from target_change where id < ${before}::uuid order by id limit ${CHANGES_MAX}))`);
