import type { Readable } from "node:stream";
import type { z } from "zod";

/**
 * Reads forms with files. A file is streamed, so that it is never held in memory, and fields may come
 * before or after it.
 */

/** What happens to a file of a form. */
export type FileWork<T> = {
  take(file: Readable, fileName: string): Promise<T>;
  undo(taken: T): Promise<void>;
};

/** A form that is still being received. */
export type Form<F> = {
  /**
   * Passes the file to `take` and reads the rest. If the form turns out to be invalid, calls `undo` with the
   * result of `take` and throws the error.
   */
  receive<T>(work: FileWork<T>): Promise<{ fields: F; file: T }>;
  /** Does the same for each of several files, in their order. `fileName` may have a folder. */
  receiveAll<T>(work: FileWork<T>): Promise<{ fields: F; files: T[] }>;
};

export type FormLimits<S extends z.ZodObject = z.ZodObject> = {
  /** The fields other than `file`. */
  fields: S;
  fileBytesMax: number;
  /** Maximum number of files, each named `file`; default: 1. */
  filesMax?: number;
  /** Maximum size of a single field; optional. */
  fieldBytesMax?: number;
};
