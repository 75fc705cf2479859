import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { S3Location } from "../../artifacts/s3-client.ts";
import { StartError } from "../../kernel/errors.ts";
import { FileBackups } from "./file-backups.ts";

/** Where backups are: files in a folder, or objects below a prefix. A name is there only with its whole content. */
export type BackupStore = {
  /** The complete place of a backup, for people. */
  placeOf(name: string): string;
  /** Stores all of the content or nothing, and returns its bytes. Throws a StartError if the name exists. */
  save(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Throws a StartError if the name does not exist. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** The names that backups get here by themselves, oldest first. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left behind. */
  removeUnfinished(nowMs: number): Promise<void>;
  close(): void;
};

/** The store of `s3://` locations; their bucket is in the location. */
export type BackupBucket = Pick<S3Location, "region" | "endpoint" | "isPathStyle" | "credentials">;

/** A location as people write it, and the name of a backup in it; null for a folder or a prefix. */
export type BackupPlace = { store: BackupStore; name: string | null };

const SUFFIX = ".tar.zst.age";
const NAME = /^vedette-\d{8}T\d{6}Z\.tar\.zst\.age$/;

/** Names sort by time. */
export function backupName(atMs: number): string {
  const instant = new Date(atMs).toISOString();
  return `vedette-${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z${SUFFIX}`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Opens a path, or `s3://bucket/prefix`. The SDK of S3 is loaded only for the latter. */
export async function openBackupPlace(location: string, bucket: BackupBucket): Promise<BackupPlace> {
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(location);
  if (s3 !== null) {
    const [, bucketName = "", path = ""] = s3;
    const { S3Backups } = await import("./s3-backups.ts");
    const isName = path.endsWith(SUFFIX);
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
  const newest = name ?? (await store.list()).at(-1);
  if (newest !== undefined) return newest;
  throw new StartError(`There is no backup in ${store.placeOf("")}: name a file, or another folder.`);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
