import type { Readable } from "node:stream";

/**
 * The store of run files, as runners and the API use it: bytes under random keys, stored completely or not at all, never
 * modified. It knows nothing of runs, kinds or permissions: anyone with a key can read its file, so keys are only
 * obtained from rows of the database.
 */
export type ArtifactStore = {
  /**
   * Stores bytes under a new key. A source that is too large, or a store that cannot accept it, is returned as a
   * value, because the run of the file has a result regardless.
   */
  save(source: ArtifactSource, limit: SaveLimit): Promise<SavedArtifact | ArtifactError>;
  /** Stores a file of a backup under its key, completely or not at all. Throws if the store cannot accept it. */
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Returns the complete file, of at most `READ_BYTES_MAX`; null if it does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Opens the file, or the range from `start` to `end`, both inclusive; `bytes` is the total size. */
  open(key: string, range?: ByteRange): Promise<OpenedArtifact | null>;
  /** Removes files; missing files are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Lists the keys of files stored before an instant. */
  list(storedBefore: Date): AsyncIterable<string>;
  /** Removes incomplete writes of killed processes that were not touched since an instant. Returns their number. */
  removeUnfinished(untouchedSince: Date): Promise<number>;
  /** Returns a URL at which the store itself serves the file; null if the store has no URLs. */
  link: ((key: string, file: LinkedFile) => Promise<string>) | null;
};

/** How a linked file is served: as a download with this name, until the link expires. */
export type LinkedFile = { contentType: string; fileName: string; seconds: number };

/** Bytes, a stream, or a complete regular file, which is removed afterwards. */
export type ArtifactSource = Buffer | Readable | { path: string };

export type SaveLimit = { bytesMax: number };

export type SavedArtifact = { key: string; bytes: number };

export type ArtifactError = {
  error: "too_large" | "unreadable" | "no_space" | "unwritable";
  /** A sentence for users, without a path of this machine. */
  message: string;
};

export type OpenedArtifact = { stream: Readable; bytes: number };

export type ByteRange = { start: number; end: number };

/** Only images are read into memory, to compare them: the largest that is stored. */
export const READ_BYTES_MAX = 5 * 1_048_576;

export function assertReadable(bytes: number): void {
  if (bytes > READ_BYTES_MAX)
    throw new Error(`an artifact of ${bytes} bytes is too large to read into memory`);
}
