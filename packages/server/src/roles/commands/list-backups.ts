import { backupTimeMs } from "../../platform/backup/store/backup-name.ts";
import type { StoredBackup } from "../../platform/backup/store/backup-store.ts";
import { openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { backupBucketOf } from "../wiring/backups/backup-plan.ts";

/** Lists the backups of a folder or a prefix, newest first. Needs neither a database nor the key. */
export async function listBackups(
  env: NodeJS.ProcessEnv,
  { from }: { from: string | null },
): Promise<string> {
  const config = readConfig(env);
  const location = from ?? config.backup.location;
  if (location === null) throw new StartError(LIST_USAGE);
  const { store, name } = await openBackupPlace(location, backupBucketOf(config));
  try {
    if (name !== null) {
      throw new StartError(
        `${location} names one backup, or a folder that does not exist: name the folder or the prefix of backups.`,
      );
    }
    const backups = (await store.list()).reverse();
    if (backups.length === 0) return `There is no backup in ${store.placeOf("")}.`;
    const lines = backups.map((backup) => `${lineOf(backup)}  ${store.placeOf(backup.name)}`);
    return [`${"Started (UTC)".padEnd(19)}  ${"Bytes".padStart(15)}  Place`, ...lines].join("\n");
  } finally {
    store.close();
  }
}

export const LIST_USAGE =
  "Usage: vedette backup --list --from /backups/ (a folder or s3://bucket/prefix; VEDETTE_BACKUP if it is not given)";

function lineOf({ name, bytes }: StoredBackup): string {
  const at = new Date(backupTimeMs(name)).toISOString().slice(0, 19).replace("T", " ");
  return `${at}  ${bytes.toLocaleString("en-US").padStart(15)}`;
}
