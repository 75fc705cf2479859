import type { ServiceProblemCode } from "@vedette/contract/service-health/service-problems.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Db } from "../../platform/storage/database.ts";
import { isBackupOverdue, OVERDUE_MS, readBackupState } from "./backup-state.ts";

const HOUR_MS = 3_600_000;

/** Of an installation that makes backups at night. */
export async function findBackupProblem(
  db: Db,
  clock: Pick<Clock, "now">,
): Promise<{ code: ServiceProblemCode; message: string } | null> {
  const state = await readBackupState(db);
  if (!isBackupOverdue(state, clock.now())) return null;
  const last =
    state.lastAt === null
      ? "There is no complete backup, although backups are made at night."
      : `The last complete backup is of ${state.lastAt.toISOString()}, more than ${OVERDUE_MS / HOUR_MS} hours ago.`;
  return {
    code: "backup_overdue",
    message: `${last} The log of the server has the reason (backup.failed); fix it, or make one with "vedette backup".`,
  };
}
