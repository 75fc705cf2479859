import { makeBackup, placeOfBackup } from "../../pipeline/backups/make-backup.ts";
import { recordBackup } from "../../pipeline/backups/record-backup.ts";
import type { BackupSummary } from "../../platform/backup/create-backup.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { hasTables } from "../../platform/storage/dump/catalog.ts";
import { backupBucketOf, backupKeyOf, backupPlanOf } from "../wiring/backups/backup-plan.ts";
import { withInstallation } from "./with-database.ts";

export type BackupRequest = {
  /** Null for VEDETTE_BACKUP. */
  to: string | null;
  withResults: boolean;
};

/** Backs up this installation, whether or not the service is running; returns a summary. */
export function backUp(env: NodeJS.ProcessEnv, { to, withResults }: BackupRequest): Promise<string> {
  const work: Parameters<typeof withInstallation<string>>[1] = async (database, config, _log, connection) => {
    if (!(await hasTables(database))) {
      throw new StartError(
        "This database has no tables of Vedette: set DATABASE_URL to that of the installation.",
      );
    }
    const location = to ?? config.backup.location;
    if (location === null) throw new StartError(BACKUP_USAGE);
    // Before a row is written: a backup that cannot begin is none.
    backupKeyOf(config);
    const clock = systemClock;
    const place = await placeOfBackup({ location, bucket: backupBucketOf(config) }, clock.now());
    // The place as it is now: a second later it would have another name.
    const plan = backupPlanOf(config, connection, { location: place, withResults });
    const stop = abortOnSignal();
    try {
      const run = () =>
        makeBackup(plan, {
          clock,
          signal: stop.signal,
          onSnapshot: ({ id }) => void process.stderr.write(`Snapshot ${id} taken; reading the tables.\n`),
        });
      const summary = await recordBackup(
        { db: database, clock },
        { trigger: "command", place, withResults },
        run,
      );
      return summaryText(summary, { filesElsewhere: "s3" in plan.artifacts });
    } catch (error) {
      throw stop.signal.aborted
        ? new StartError("The backup was stopped, and nothing is left of it.")
        : error;
    } finally {
      stop.end();
    }
  };
  // A backup before an upgrade is of the old version.
  return withInstallation(env, work, { migrates: false });
}

export const BACKUP_USAGE =
  "Usage: vedette backup --to /backups/ (a file, a folder or s3://bucket/prefix; VEDETTE_BACKUP if it is not given) [--without-results]";

function summaryText(
  { place, bytes, tables, rows, files, filesMissing }: BackupSummary,
  { filesElsewhere }: { filesElsewhere: boolean },
): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const missing = filesMissing === 0 ? "" : ` (${number(filesMissing)} were deleted meanwhile)`;
  const fileText = filesElsewhere
    ? "Files of runs stay in S3_BUCKET and are not in the backup."
    : `Files of runs: ${number(files)}${missing}.`;
  return [
    `${place} is complete: ${number(rows)} rows of ${tables} tables, ${number(bytes)} bytes. ${fileText}`,
    "It does not contain the master key: keep master.key (or VEDETTE_MASTER_KEY) and VEDETTE_BACKUP_KEY elsewhere.",
  ].join("\n");
}

function abortOnSignal(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.on("SIGINT", abort).on("SIGTERM", abort);
  return {
    signal: controller.signal,
    end: () => void process.off("SIGINT", abort).off("SIGTERM", abort),
  };
}
