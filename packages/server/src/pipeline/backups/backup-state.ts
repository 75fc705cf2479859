import type { Db } from "../../platform/storage/database.ts";
import { findLastBackup } from "./queries.ts";

/** When the last backup was made, for readiness, metrics and the dashboard. */
export type BackupState = {
  /** When its view of the database was taken; null if there is none. */
  lastAt: Date | null;
  lastBytes: number | null;
  lastWithResults: boolean | null;
  /** Null if none failed since the last one that succeeded. */
  failedAt: Date | null;
};

/** A nightly backup that failed and could not be repeated. */
export const OVERDUE_MS = 48 * 3_600_000;

/** Of an installation that makes backups at night. One that has just been installed has none to miss. */
export function isBackupOverdue(
  { lastAt, failedAt }: Pick<BackupState, "lastAt" | "failedAt">,
  nowMs: number,
): boolean {
  return lastAt === null ? failedAt !== null : nowMs - lastAt.getTime() > OVERDUE_MS;
}

export async function readBackupState(db: Db): Promise<BackupState> {
  const [succeeded, failed] = await Promise.all([
    findLastBackup(db, "succeeded"),
    findLastBackup(db, "failed"),
  ]);
  const failedSince = failed !== null && (succeeded === null || failed.started_at > succeeded.started_at);
  return {
    lastAt: succeeded?.started_at ?? null,
    lastBytes: succeeded?.bytes == null ? null : Number(succeeded.bytes),
    lastWithResults: succeeded?.with_results ?? null,
    failedAt: failedSince ? failed.started_at : null,
  };
}
