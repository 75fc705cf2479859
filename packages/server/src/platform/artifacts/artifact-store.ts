import type { Readable } from "node:stream";

/**
 * Where the files of runs lie, as runners and the API see it: bytes under random keys, written whole or not
 * at all, never changed afterwards. It knows no run, no kind and nobody who may see them: whoever holds a key
 * may have its file, so a key reaches nobody but through a row of the database.
 */
export type ArtifactStore = {
  /**
   * Stores bytes under a new key. A source that is too large, or a store that cannot take it, is told as a
   * value: the run whose file it is has a result all the same.
   */
  save(source: ArtifactSource, limit: { bytesMax: number }): Promise<SavedArtifact | ArtifactFault>;
  /** The whole file, of at most `READ_BYTES_MAX`; null when it is gone. */
  read(key: string): Promise<Buffer | null>;
  /** The file, or the part of it from `start` to `end`, both included; `bytes` is that of the whole. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number } | null>;
  /** What is not there any more is no fault. */
  remove(keys: readonly string[]): Promise<void>;
  /** The keys of files that were stored before an instant. */
  list(storedBefore: Date): AsyncIterable<string>;
  /** Removes what was begun and not written on since an instant: its writer was killed. Says how many. */
  removeUnfinished(untouchedSince: Date): Promise<number>;
  /** An address at which the store itself gives the file to whoever has it; null where it has none. */
  link: ((key: string, given: LinkedFile) => Promise<string>) | null;
};

/** How a linked file is given: to be saved under this name. It holds for so long. */
export type LinkedFile = { contentType: string; fileName: string; seconds: number };

/** Bytes, a stream of them, or a finished regular file, which is gone from its place afterwards. */
export type ArtifactSource = Buffer | Readable | { path: string };

export type SavedArtifact = { key: string; bytes: number };

export type ArtifactFault = {
  fault: "too_large" | "unreadable" | "no_space" | "unwritable";
  /** For a person, without a path of this machine. */
  message: string;
};

export type ByteRange = { start: number; end: number };

/** Only images are read whole, to be compared: the largest that is stored. */
export const READ_BYTES_MAX = 5 * 1_048_576;
