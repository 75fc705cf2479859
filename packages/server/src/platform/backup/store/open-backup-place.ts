import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { ObjectStore } from "../../artifacts/object-store-client.ts";
import { StartError } from "../../kernel/errors.ts";
import { BACKUP_SUFFIX } from "./backup-name.ts";
import type { BackupStore } from "./backup-store.ts";
import { FileBackups } from "./file-backups.ts";

/** A location as people write it, and the name of a backup in it; null for a folder or a prefix. */
export type BackupPlace = { store: BackupStore; name: string | null };

/** Opens a path, or `s3://bucket/prefix`. The SDK of S3 is loaded only for the latter. */
export async function openBackupPlace(location: string, bucket: ObjectStore): Promise<BackupPlace> {
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(location);
  if (s3 !== null) {
    const [, bucketName = "", path = ""] = s3;
    const { S3Backups } = await import("./s3-backups.ts");
    const isName = path.endsWith(BACKUP_SUFFIX);
    const prefix = isName ? path.slice(0, path.lastIndexOf("/") + 1) : path && `${path.replace(/\/$/, "")}/`;
    const store = new S3Backups(bucket, { bucket: bucketName, prefix });
    return { store, name: isName ? path.slice(prefix.length) : null };
  }
  if (/^[a-z0-9]+:\/\//i.test(location) || location === "") {
    throw new StartError(
      `'${location}' is not a place for backups: use the path of a file or a folder, or s3://bucket/prefix.`,
    );
  }
  const path = resolve(location);
  if (location.endsWith("/") || (await isFolder(path))) return { store: new FileBackups(path), name: null };
  return { store: new FileBackups(dirname(path)), name: basename(path) };
}

/** Returns the name of the newest backup of a place. Throws a StartError if there is none. */
export async function newestBackup({ store, name }: BackupPlace): Promise<string> {
  const newest = name ?? (await store.list()).at(-1)?.name;
  if (newest !== undefined) return newest;
  throw new StartError(`There is no backup in ${store.placeOf("")}: name a file, or another folder.`);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
