import type { Readable } from "node:stream";
import type { z } from "zod";

/**
 * Reads forms with one file, for the routes that take one. The file goes on as it comes, so that none is held
 * in memory, and its fields may stand before or behind it.
 */

/** A form that is still on its way. */
export type Form<F> = {
  /**
   * Hands the file to `take` and reads the rest. Where the form turns out to be wrong afterwards, what `take`
   * gave is undone and the refusal thrown.
   */
  receive<T>(work: {
    take(file: Readable, fileName: string): Promise<T>;
    undo(taken: T): Promise<void>;
  }): Promise<{ fields: F; file: T }>;
};

export type FormLimits<S extends z.ZodObject = z.ZodObject> = {
  /** The fields beside `file`. */
  fields: S;
  fileBytesMax: number;
  /** Of a single field; a default where it is left out. */
  fieldBytesMax?: number;
};
