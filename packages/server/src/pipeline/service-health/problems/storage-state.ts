import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import {
  READ_ONLY,
  type StorageProblem,
  storageProblemOf,
} from "../../../platform/storage/storage-problem.ts";

/** A statement that lost a deadlock succeeds at its next try, much sooner. */
const OUTAGE_MS_MIN = 2_000;

/** Says why results are not stored: from the writes of the recorder, and from a write of its own. */
export async function findStorageProblem(
  database: Pick<Database, "transaction">,
  { outage, nowMs }: { outage: StorageOutage | null; nowMs: number },
): Promise<(StorageProblem & { sinceMs?: number }) | null> {
  if (outage !== null && nowMs - outage.sinceMs >= OUTAGE_MS_MIN) return outage;
  try {
    return (await writeTemporaryFile(database)) === "on" ? READ_ONLY : null;
  } catch (error) {
    if (error instanceof AppError) return storageProblemOf(error);
    throw error;
  }
}

/**
 * Makes PostgreSQL write to the disk of the database, because reads succeed on a full one, and a process without a
 * scheduler may write nothing for hours. The rows exceed the memory of the statement, so that it needs a temporary file.
 * Unlike a write to a table it also works on a standby, and leaves nothing behind. Measured: 72 KiB, 4 ms. Returns
 * whether transactions are read-only.
 */
function writeTemporaryFile(database: Pick<Database, "transaction">): Promise<string | undefined> {
  return database.transaction(async (db) => {
    await db.defer(sql`set local work_mem = '64kB'`);
    await db.defer(sql`set local temp_tablespaces = ''`);
    const row = await db.find<{ mode: string }>(sql`
      select current_setting('transaction_read_only') as mode, (select count(*) from generate_series(1, 5000)) as written`);
    return row?.mode;
  });
}
