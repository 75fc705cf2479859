import type { Readable } from "node:stream";
import type { z } from "zod";

/**
 * Reads forms with one file. The file is streamed, so that it is never held in memory, and fields may come
 * before or after it.
 */

/** A form that is still being received. */
export type Form<F> = {
  /**
   * Passes the file to `take` and reads the rest. If the form turns out to be invalid, calls `undo` with the
   * result of `take` and throws the error.
   */
  receive<T>(work: {
    take(file: Readable, fileName: string): Promise<T>;
    undo(taken: T): Promise<void>;
  }): Promise<{ fields: F; file: T }>;
};

export type FormLimits<S extends z.ZodObject = z.ZodObject> = {
  /** The fields other than `file`. */
  fields: S;
  fileBytesMax: number;
  /** Maximum size of a single field; optional. */
  fieldBytesMax?: number;
};
