import { constants } from "node:fs";
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf, noSpaceLeft } from "./artifact-errors.ts";
import { isArtifactKey, newArtifactKey } from "./artifact-key.ts";
import { bounded, inputOf, removeSource, SourceError } from "./artifact-source.ts";
import {
  type ArtifactError,
  type ArtifactSource,
  type ArtifactStore,
  assertReadable,
  type ByteRange,
  type OpenedArtifact,
  type SavedArtifact,
  type SaveLimit,
} from "./artifact-store.ts";

const PRIVATE = { recursive: true, mode: 0o700 } as const;
const FILE_MODE = 0o600;
const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ENOTDIR"]);

type DiskOptions = {
  directory: string;
  /** Files are rejected below this free space, because the database on the same disk stops without space. */
  freeBytesMin?: number;
};

/**
 * Artifacts as files in one private directory. A file is written under a temporary name and renamed, so that a kill at
 * any time leaves no incomplete file under a key. Files are not synced: after a power failure a file with a row may be
 * missing, and is then treated as deleted.
 */
export class DiskArtifacts implements ArtifactStore {
  readonly link = null;
  readonly #directory: string;
  readonly #unfinished: string;
  readonly #freeBytesMin: number;

  constructor({ directory, freeBytesMin = 0 }: DiskOptions) {
    this.#directory = directory;
    this.#unfinished = join(directory, "unfinished");
    this.#freeBytesMin = freeBytesMin;
  }

  async save(source: ArtifactSource, { bytesMax }: SaveLimit): Promise<SavedArtifact | ArtifactError> {
    const key = newArtifactKey();
    const temporary = join(this.#unfinished, key);
    try {
      await mkdir(this.#unfinished, PRIVATE);
      const isFull = this.#freeBytesMin > 0 && (await freeBytes(this.#unfinished)) < this.#freeBytesMin;
      if (isFull) return tooLittleFree(this.#freeBytesMin);
      const bytes = await write(source, { path: temporary, bytesMax });
      const path = this.#pathOf(key);
      await mkdir(dirname(path), PRIVATE);
      await rename(temporary, path);
      await removeSource(source);
      return { key, bytes };
    } catch (error) {
      // What cannot be removed now is removed by `removeUnfinished`; the first error is the one to return.
      await rm(temporary, { force: true }).catch(() => undefined);
      return toArtifactError(error);
    }
  }

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (!isArtifactKey(key)) throw new Error("this is not the key of an artifact");
    const temporary = join(this.#unfinished, key);
    await mkdir(this.#unfinished, PRIVATE);
    await write(Readable.from(content), { path: temporary, bytesMax: Number.POSITIVE_INFINITY });
    const path = this.#pathOf(key);
    await mkdir(dirname(path), PRIVATE);
    await rename(temporary, path);
  }

  async read(key: string): Promise<Buffer | null> {
    const file = await this.#openFile(key);
    if (file === null) return null;
    try {
      assertReadable(file.bytes);
      return await file.handle.readFile();
    } finally {
      await file.handle.close();
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedArtifact | null> {
    const file = await this.#openFile(key);
    if (file === null) return null;
    const { handle, bytes } = file;
    // The stream closes the file at its end, and when its reader is destroyed.
    return { stream: handle.createReadStream({ ...range }), bytes };
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (isArtifactKey(key)) await rm(this.#pathOf(key), { force: true });
    }
  }

  async *list(storedBefore: Date): AsyncGenerator<string> {
    for await (const folder of namesIn(this.#directory)) {
      if (folder.length !== 2) continue;
      for await (const key of namesIn(join(this.#directory, folder))) {
        if (isArtifactKey(key) && (await isOlder(this.#pathOf(key), storedBefore))) yield key;
      }
    }
  }

  async removeUnfinished(untouchedSince: Date): Promise<number> {
    let removed = 0;
    for await (const name of namesIn(this.#unfinished)) {
      const path = join(this.#unfinished, name);
      if (!(await isOlder(path, untouchedSince))) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** The first two digits of the key: 3,844 folders, so that a million files are a few hundred per folder. */
  #pathOf(key: string): string {
    return join(this.#directory, key.slice(0, 2), key);
  }

  async #openFile(key: string): Promise<{ handle: FileHandle; bytes: number } | null> {
    if (!isArtifactKey(key)) return null;
    try {
      const handle = await open(this.#pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW);
      return { handle, bytes: (await handle.stat()).size };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }
}

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

function toArtifactError(error: unknown): ArtifactError {
  if (error instanceof SourceError) return error.error;
  const code = codeOf(error);
  if (NO_SPACE.has(code)) return noSpaceLeft();
  if (UNWRITABLE.has(code))
    return { error: "unwritable", message: `The file could not be stored (${code}).` };
  throw error;
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
