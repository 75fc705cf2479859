import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import {
  READ_ONLY,
  type StorageProblem,
  storageProblemOf,
} from "../../../platform/storage/storage-problem.ts";

/** A statement that lost a deadlock succeeds at its next try, much sooner. */
const OUTAGE_MS_MIN = 2_000;

/**
 * Says why results are not stored, from the writes of the recorder and from one read. A full disk shows in writes only.
 * `outage` is null without a scheduler in this process.
 */
export async function findStorageProblem(
  db: Pick<Db, "find">,
  { outage, nowMs }: { outage: StorageOutage | null; nowMs: number },
): Promise<(StorageProblem & { sinceMs?: number }) | null> {
  if (outage !== null && nowMs - outage.sinceMs >= OUTAGE_MS_MIN) return outage;
  try {
    const row = await db.find<{ mode: string }>(sql`select current_setting('transaction_read_only') as mode`);
    return row?.mode === "on" ? READ_ONLY : null;
  } catch (error) {
    if (error instanceof AppError) return storageProblemOf(error);
    throw error;
  }
}
