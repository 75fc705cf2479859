import { constants } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StartError } from "../../kernel/errors.ts";
import { isBackupName } from "./backup-name.ts";
import type { BackupStore, StoredBackup } from "./backup-store.ts";

const PARTIAL = ".partial";
/** An older unfinished file is from a process that was killed: a backup takes at most some hours. */
const UNFINISHED_AGE_MS = 86_400_000;

/**
 * Backups as files of one folder. A file has its name only when its content is on the disk, so that neither a killed process
 * nor a power failure leaves one that looks whole.
 */
export class FileBackups implements BackupStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  placeOf(name: string): string {
    return join(this.#folder, name);
  }

  async save(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const path = this.placeOf(name);
    const partial = `${path}${PARTIAL}`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      if (await exists(path)) {
        throw new StartError(`${path} exists already: choose another name, or name a folder.`);
      }
      const file = await open(partial, "w", 0o600);
      try {
        await pipeline(
          Readable.from(content, { objectMode: false }),
          file.createWriteStream({ flush: true }),
        );
      } finally {
        await file.close().catch(() => undefined);
      }
      const { size } = await stat(partial);
      await rename(partial, path);
      await syncFolder(this.#folder);
      return size;
    } catch (error) {
      // What cannot be removed now is removed by a later backup; the first error is the one to return.
      await rm(partial, { force: true }).catch(() => undefined);
      throw toStartError(error, path);
    }
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    const path = this.placeOf(name);
    try {
      return (await open(path, "r")).createReadStream({ highWaterMark: READ_BYTES });
    } catch (error) {
      throw new StartError(
        `The backup ${path} cannot be read (${codeOf(error)}): check the path and its owner.`,
        {
          cause: error,
        },
      );
    }
  }

  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    });
    const backups: StoredBackup[] = [];
    for (const name of names.filter(isBackupName).sort()) {
      // One that is removed meanwhile is none.
      const found = await stat(this.placeOf(name)).catch(() => null);
      if (found !== null) backups.push({ name, bytes: found.size });
    }
    return backups;
  }

  async remove(name: string): Promise<void> {
    await rm(this.placeOf(name), { force: true });
  }

  async removeUnfinished(nowMs: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(PARTIAL) || !isBackupName(name.slice(0, -PARTIAL.length))) continue;
      const path = this.placeOf(name);
      const { mtimeMs } = await stat(path);
      if (nowMs - mtimeMs > UNFINISHED_AGE_MS) await rm(path, { force: true });
    }
  }

  close(): void {}
}

const READ_BYTES = 1_048_576;

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** A new name is durable only when its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const REMEDIES: Record<string, string> = {
  ENOSPC: "the disk is full; free up space, or choose another folder",
  EDQUOT: "the disk quota is used up; free up space, or choose another folder",
  EACCES: "this user cannot write there; change the owner of the folder, or choose another",
  EPERM: "this user cannot write there; change the owner of the folder, or choose another",
  EROFS: "the disk is mounted read-only; mount it writable, or choose another folder",
  ENOTDIR: "a part of that path is a file; choose another folder",
  EEXIST: "a part of that path is a file; choose another folder",
};

function toStartError(error: unknown, path: string): unknown {
  const remedy = REMEDIES[codeOf(error)];
  if (remedy === undefined) return error;
  return new StartError(`The backup ${path} cannot be written (${codeOf(error)}): ${remedy}.`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
