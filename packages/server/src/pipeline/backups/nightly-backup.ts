import type { BackupSummary } from "../../platform/backup/create-backup.ts";
import { openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { type BackupPlan, placeOfBackup } from "./make-backup.ts";
import { isBackupDue, isLastAttempt, lastNightMs } from "./nightly-schedule.ts";
import { deleteOldBackups, failInterrupted, listNightlyBackups } from "./queries.ts";
import { recordBackup } from "./record-backup.ts";
import { warnOperator } from "./warn-operator.ts";

/** Nightly backups. A job calls it every minute, in one process of a fleet at a time. */
export type NightlyBackups = {
  minuteOfDay: number;
  keep: number;
  plan: BackupPlan;
  /** Makes the backup of a plan. */
  make: (plan: BackupPlan, signal: AbortSignal) => Promise<BackupSummary>;
};

export type NightlyDeps = { database: Database; clock: Clock; log: Logger; nightly: NightlyBackups };

/** How long the table shows what became of earlier backups. */
const HISTORY_MS = 90 * 86_400_000;

/** Makes the backup if it is due. A failure is recorded and logged, and repeated later. */
export async function backUpNightly(deps: NightlyDeps, { signal }: { signal: AbortSignal }): Promise<void> {
  const { database, clock, log, nightly } = deps;
  const nowMs = clock.now();
  await failInterrupted(database, new Date(nowMs), "The process ended during the backup.");
  const rows = await listNightlyBackups(database, new Date(lastNightMs(nowMs, nightly.minuteOfDay)));
  const attempts = rows.map(({ status, started_at }) => ({ status, startedAtMs: started_at.getTime() }));
  if (!isBackupDue(nowMs, attempts)) return;
  const { location, bucket, withResults } = nightly.plan;
  try {
    const place = await placeOfBackup({ location, bucket }, nowMs);
    const summary = await recordBackup(
      { db: database, clock },
      { trigger: "nightly", place, withResults },
      () => nightly.make({ ...nightly.plan, location: place }, signal),
    );
    log.info("backup.made", { ...summary, ms: clock.now() - nowMs });
    await removeOld(deps).catch((error: unknown) => log.warn("backup.removal_failed", facts(error)));
  } catch (error) {
    log.error("backup.failed", { location, ...facts(error) });
    // Once a night.
    if (isLastAttempt(attempts)) await warnOperator(database, nowMs);
  }
  await deleteOldBackups(database, new Date(nowMs - HISTORY_MS));
}

/** Only after a new backup is complete, so that there is always one. */
async function removeOld({ clock, log, nightly: { plan, keep } }: NightlyDeps): Promise<void> {
  const { store } = await openBackupPlace(plan.location, plan.bucket);
  try {
    const backups = await store.list();
    for (const { name } of backups.slice(0, -keep)) {
      await store.remove(name);
      log.info("backup.removed", { place: store.placeOf(name) });
    }
    await store.removeUnfinished(clock.now());
  } finally {
    store.close();
  }
}

/** The message of a StartError is a sentence for the operator. */
function facts(error: unknown): Record<string, unknown> {
  return error instanceof StartError ? { error: error.message } : errorFacts(error);
}
