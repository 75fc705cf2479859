import { join } from "node:path";
import { openArtifacts } from "../../platform/artifacts/open-artifacts.ts";
import type { BackupHeader } from "../../platform/backup/archive/manifest.ts";
import { type RestoreSummary, restoreBackup, verifyBackup } from "../../platform/backup/restore-backup.ts";
import { newestBackup, openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import type { Config } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { createLogger } from "../../platform/kernel/logger.ts";
import { hasMasterKeyFile } from "../../platform/secrets/master-key-file.ts";
import { type MasterKeySource, openMasterKeys } from "../../platform/secrets/master-keys.ts";
import { anotherKey, lostKey, opensCheck } from "../../platform/secrets/verify-master-keys.ts";
import { migrate } from "../../platform/storage/migrate.ts";
import { backupBucketOf, backupKeyOf } from "../wiring/backups/backup-plan.ts";
import { artifactLocation } from "../wiring/config-slices.ts";
import { joinStorage } from "../wiring/storage.ts";

export type RestoreRequest = {
  from: string;
  /** Reads and compares everything, and restores nothing. */
  isCheck: boolean;
};

/** Restores a backup into this installation, which must be empty; returns a summary. */
export async function restore(env: NodeJS.ProcessEnv, { from, isCheck }: RestoreRequest): Promise<string> {
  const config = readConfig(env);
  const key = backupKeyOf(config);
  const place = await openBackupPlace(from, backupBucketOf(config));
  try {
    const source = { store: place.store, name: await newestBackup(place), key };
    const shown = place.store.placeOf(source.name);
    if (isCheck) return `${shown} is whole: ${summaryText(await verifyBackup(source))}`;
    const log = createLogger("error");
    const storage = await joinStorage(config, log);
    try {
      const summary = await restoreBackup({
        ...source,
        connection: storage.connection,
        files: await openArtifacts(artifactLocation(config)),
        assertMasterKey: (masterKey) => assertMasterKeyOf(config, masterKey),
      });
      // The backup may be from an earlier version.
      await migrate(storage.connection, log);
      return `${shown} is restored: ${summaryText(summary)} Start Vedette with "vedette serve".`;
    } finally {
      await storage.stop();
    }
  } finally {
    place.store.close();
  }
}

export const RESTORE_USAGE =
  "Usage: vedette restore --from /backups/vedette-20261127T034000Z.tar.zst.age (or a folder or s3://bucket/prefix: its newest backup) [--check]";

/** Without the key the secrets of the backup would be lost, and no later start would find out in time. */
function assertMasterKeyOf(
  { secrets, data }: Config,
  { id, check, ids }: NonNullable<BackupHeader["master_key"]>,
): void {
  const path = join(data.directory, "master.key");
  const settings = [secrets.masterKey, ...secrets.previousMasterKeys].flatMap((key) =>
    key ? [key.reveal()] : [],
  );
  if (settings.length === 0 && !hasMasterKeyFile(path)) throw lostKey(id, path);
  const source: MasterKeySource =
    settings.length > 0 ? { kind: "settings", keys: settings } : { kind: "file", path };
  const keys = openMasterKeys(source);
  const own = keys.find(id);
  if (own === null || !opensCheck(own, { master_key_id: id, box: Buffer.from(check, "base64") })) {
    throw anotherKey(id);
  }
  const missing = ids.find((each) => keys.find(each) === null);
  if (missing !== undefined) throw anotherKey(missing);
}

function summaryText({ createdAt, rows, files, withResults, withFiles }: RestoreSummary): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const parts = [`made at ${createdAt}, ${number(rows)} rows, ${number(files)} files of runs.`];
  if (!withResults) parts.push("It was made without results.");
  if (!withFiles) parts.push("Files of runs are not in it: set S3_BUCKET as it was.");
  return parts.join(" ");
}
