import { constants } from "node:fs";
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isArtifactKey, newArtifactKey } from "./artifact-key.ts";
import { bounded, inputOf, isPath, SourceError } from "./artifact-source.ts";
import {
  type ArtifactError,
  type ArtifactSource,
  type ArtifactStore,
  READ_BYTES_MAX,
} from "./artifact-store.ts";

/**
 * Artifacts as files in one private directory. A file is written under a temporary name and renamed, so that a kill at
 * any time leaves no incomplete file under a key. Files are not synced: after a power failure a file with a row may be
 * missing, and is then treated as deleted.
 */
export function createDiskArtifacts({
  directory,
  freeBytesMin = 0,
}: {
  directory: string;
  /** Files are rejected below this free space, because the database on the same disk stops without space. */
  freeBytesMin?: number;
}): ArtifactStore {
  const unfinished = join(directory, "unfinished");
  // The first two digits of the key: 3,844 folders, so that a million files are a few hundred per folder.
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key);

  return {
    async save(source, { bytesMax }) {
      const key = newArtifactKey();
      const temporary = join(unfinished, key);
      try {
        await mkdir(unfinished, PRIVATE);
        if (freeBytesMin > 0 && (await freeBytes(unfinished)) < freeBytesMin)
          return tooLittleFree(freeBytesMin);
        const bytes = await write(source, { path: temporary, bytesMax });
        const path = pathOf(key);
        await mkdir(dirname(path), PRIVATE);
        await rename(temporary, path);
        // The file is stored. Its source is in a folder of the run, which is removed with the run.
        if (isPath(source)) await rm(source.path, { force: true }).catch(() => undefined);
        return { key, bytes };
      } catch (error) {
        // What cannot be removed now is removed by `removeUnfinished`; the first error is the one to return.
        await rm(temporary, { force: true }).catch(() => undefined);
        return toArtifactError(error);
      }
    },

    async read(key) {
      const file = await openFile(key, pathOf);
      if (file === null) return null;
      try {
        if (file.bytes > READ_BYTES_MAX)
          throw new Error(`an artifact of ${file.bytes} bytes is too large to read into memory`);
        return await file.handle.readFile();
      } finally {
        await file.handle.close();
      }
    },

    async open(key, range) {
      const file = await openFile(key, pathOf);
      if (file === null) return null;
      const { handle, bytes } = file;
      // The stream closes the file at its end, and when its reader is destroyed.
      return { stream: handle.createReadStream({ ...range }), bytes };
    },

    async remove(keys) {
      for (const key of keys) {
        if (isArtifactKey(key)) await rm(pathOf(key), { force: true });
      }
    },

    async *list(storedBefore) {
      for await (const folder of namesIn(directory)) {
        if (folder.length !== 2) continue;
        for await (const key of namesIn(join(directory, folder))) {
          if (isArtifactKey(key) && (await isOlder(pathOf(key), storedBefore))) yield key;
        }
      }
    },

    async removeUnfinished(untouchedSince) {
      let removed = 0;
      for await (const name of namesIn(unfinished)) {
        const path = join(unfinished, name);
        if (!(await isOlder(path, untouchedSince))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },

    link: null,
  };
}

const PRIVATE = { recursive: true, mode: 0o700 } as const;
const FILE_MODE = 0o600;

async function write(
  source: ArtifactSource,
  { path, bytesMax }: { path: string; bytesMax: number },
): Promise<number> {
  const counted = bounded(bytesMax);
  const handle = await open(path, "wx", FILE_MODE);
  try {
    await pipeline(await inputOf(source, bytesMax), counted.pass, handle.createWriteStream());
  } finally {
    await handle.close();
  }
  return counted.bytes();
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

function tooLittleFree(freeBytesMin: number): ArtifactError {
  const mebibytes = Math.ceil(freeBytesMin / 1_048_576);
  return {
    error: "no_space",
    message: `The disk has less than ${mebibytes} MiB free, which is reserved for the database (VEDETTE_ARTIFACTS_FREE_MIN_MB).`,
  };
}

const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ENOTDIR"]);

function toArtifactError(error: unknown): ArtifactError {
  if (error instanceof SourceError) return error.error;
  const code = codeOf(error);
  if (NO_SPACE.has(code)) return { error: "no_space", message: "There is no space left to store the file." };
  if (UNWRITABLE.has(code))
    return { error: "unwritable", message: `The file could not be stored (${code}).` };
  throw error;
}

async function openFile(
  key: string,
  pathOf: (key: string) => string,
): Promise<{ handle: FileHandle; bytes: number } | null> {
  if (!isArtifactKey(key)) return null;
  try {
    const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW);
    return { handle, bytes: (await handle.stat()).size };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Yields the names in a folder; none if it does not exist or is removed while it is read. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
}

async function isOlder(path: string, instant: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < instant;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
