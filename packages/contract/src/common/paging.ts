import { z } from "zod";
import { UUID_PATTERN } from "./ids.ts";

export const PAGE_LIMIT_MAX = 200;
export const PAGE_LIMIT_DEFAULT = 50;
const CURSOR_LENGTH_MAX = 512;

/** OpenAPI schema of an integer in a query string: clients send a number although it is transmitted as text. */
export function wholeNumberOf(minimum: number, maximum?: number) {
  return { type: "integer", minimum, ...(maximum !== undefined && { maximum }), pattern: undefined };
}

/** Query strings contain only text; this parses an integer and rejects everything else. */
export const limitSchema = z
  .string()
  .regex(/^[0-9]{1,4}$/, `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`)
  .transform(Number)
  .pipe(z.number().min(1).max(PAGE_LIMIT_MAX))
  .default(PAGE_LIMIT_DEFAULT)
  .meta({ description: `Page size, 1 to ${PAGE_LIMIT_MAX}`, ...wholeNumberOf(1, PAGE_LIMIT_MAX) });

export const cursorSchema = z
  .string()
  .min(1)
  .max(CURSOR_LENGTH_MAX)
  .optional()
  .meta({ description: "`meta.next_cursor` of the previous page" });

export const sortSchema = z.enum(["created_at", "-created_at", "name", "-name"]).default("-created_at");
export type Sort = z.output<typeof sortSchema>;

/** A comma-separated list of these words in a query string; parsed to an array. */
export function wordsSchema<const Word extends string>(words: readonly Word[]) {
  const one = words.join("|");
  return z
    .string()
    .regex(
      new RegExp(`^(${one})(,(${one}))*$`),
      `must be one of ${words.join(", ")}, or a comma-separated list of them`,
    )
    .transform((text) => text.split(",") as Word[]);
}

/** A comma-separated list of IDs in a query string, at most a page. Malformed IDs are ignored like unknown ones. */
export const idsSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.string()).max(PAGE_LIMIT_MAX, `must be at most ${PAGE_LIMIT_MAX} ids`))
  .transform((ids) => ids.filter((id) => UUID_PATTERN.test(id)));

/** An instant in a query string, ISO 8601 with an offset; parsed to a Date. */
export const instantSchema = z.iso
  .datetime({ offset: true, message: "must be an ISO 8601 instant such as 2026-01-31T12:00:00Z" })
  .transform((text) => new Date(text));

/** An instant in a response: UTC, with milliseconds and `Z`. */
export const timestamp = z.string().meta({ format: "date-time" });
