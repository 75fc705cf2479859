import type { BackupSummary } from "../../platform/backup/create-backup.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { finishBackup, hasBackupTable, insertBackup } from "./queries.ts";

/** Runs a backup and records its outcome; rethrows its error. */
export async function recordBackup(
  { db, clock }: { db: Db; clock: Clock },
  { trigger, place, withResults }: { trigger: "nightly" | "command"; place: string; withResults: boolean },
  run: () => Promise<BackupSummary>,
): Promise<BackupSummary> {
  // A backup before an upgrade may be of a version without the table.
  if (!(await hasBackupTable(db))) return run();
  const startedMs = clock.now();
  const id = newId(startedMs);
  await insertBackup(db, {
    ...{ id, trigger, place, with_results: withResults },
    started_at: new Date(startedMs),
  });
  try {
    const summary = await run();
    await finishBackup(db, id, {
      finishedAt: new Date(clock.now()),
      ...{ bytes: summary.bytes, rows: summary.rows, error: null },
    });
    return summary;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    await finishBackup(db, id, {
      finishedAt: new Date(clock.now()),
      ...{ bytes: null, rows: null, error: text.slice(0, ERROR_LENGTH_MAX) },
    });
    throw error;
  }
}

const ERROR_LENGTH_MAX = 1_000;
