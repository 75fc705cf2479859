import type { ObjectStore } from "../../platform/artifacts/object-store-client.ts";
import { type ArtifactLocation, openArtifacts } from "../../platform/artifacts/open-artifacts.ts";
import { type BackupSummary, createBackup } from "../../platform/backup/create-backup.ts";
import { backupName } from "../../platform/backup/store/backup-name.ts";
import { openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import { fileKeys, tablesWithoutRows } from "./backup-scope.ts";

/** A backup to make, as plain data that can be passed to a thread. */
export type BackupPlan = {
  connection: Connection;
  /** A path, or s3://bucket/prefix. */
  location: string;
  /** The store of s3:// locations. */
  bucket: ObjectStore;
  /** A passphrase, or a recipient of age. */
  key: string;
  withResults: boolean;
  /** Where files of runs are stored. Those in a bucket are not part of a backup. */
  artifacts: ArtifactLocation;
  version: string;
};

/** Returns the complete place at which the backup would be stored now. */
export async function placeOfBackup(
  { location, bucket }: Pick<BackupPlan, "location" | "bucket">,
  nowMs: number,
): Promise<string> {
  const { store, name } = await openBackupPlace(location, bucket);
  store.close();
  return store.placeOf(name ?? backupName(nowMs));
}

export type BackupRun = {
  clock: Clock;
  signal: AbortSignal;
  onSnapshot?: (snapshot: { id: string }) => void | Promise<void>;
};

/** Makes the backup; throws a StartError if its place or its key cannot be used. */
export async function makeBackup(plan: BackupPlan, run: BackupRun): Promise<BackupSummary> {
  const { location, bucket, withResults, artifacts, ...rest } = plan;
  const { store, name } = await openBackupPlace(location, bucket);
  try {
    return await createBackup({
      ...rest,
      ...run,
      store,
      name: name ?? backupName(run.clock.now()),
      withResults,
      tablesWithoutRows: tablesWithoutRows(withResults),
      files:
        "s3" in artifacts ? null : { store: await openArtifacts(artifacts), keys: fileKeys(withResults) },
    });
  } finally {
    store.close();
  }
}
