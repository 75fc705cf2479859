import type { BackupPlan } from "../../../pipeline/backups/make-backup.ts";
import type { ObjectStore } from "../../../platform/artifacts/object-store-client.ts";
import type { Config } from "../../../platform/config/config.ts";
import { StartError } from "../../../platform/kernel/errors.ts";
import type { Connection } from "../../../platform/storage/connection.ts";
import { version } from "../../../version.ts";
import { artifactLocation } from "../config-slices.ts";

/** Throws a StartError if there is no key. */
export function backupKeyOf({ backup }: Config): string {
  if (backup.key !== null) return backup.key.reveal();
  throw new StartError(
    "Backups are encrypted: set VEDETTE_BACKUP_KEY to a passphrase of at least 16 characters, or VEDETTE_BACKUP_KEY_FILE to a file with it, and keep a copy elsewhere.",
  );
}

export function backupBucketOf({ backup: { bucket } }: Config): ObjectStore {
  const { credentials, ...place } = bucket;
  const revealed = credentials && {
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey.reveal(),
  };
  return { ...place, credentials: revealed };
}

export function backupPlanOf(
  config: Config,
  connection: Connection,
  { location, withResults }: { location: string; withResults: boolean },
): BackupPlan {
  return {
    ...{ connection, location, withResults, version },
    bucket: backupBucketOf(config),
    key: backupKeyOf(config),
    artifacts: artifactLocation(config),
  };
}
