import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Sort } from "@vedette/contract/common/paging.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/**
 * Pages of a list sorted by an instant or a name and then by ID: rows that are added concurrently neither repeat nor
 * hide rows that existed when the first page was read.
 */

/** The start of a page: the sort value and ID of the last row of the previous page. */
export type CursorPosition = { value: string; id: string };

/** The fields of a row that a cursor is made of. */
export type CursorKeys = { id: string; at: Date; name: string };

export type Page<T> = { data: T[]; meta: { next_cursor: string | null; has_more: boolean } };

type PageQuery = { sort: Sort; cursor?: string | undefined; limit: number };

function isByName(sort: Sort): boolean {
  return sort === "name" || sort === "-name";
}

/** Returns the position of a cursor, or null for the first page. */
export function readCursorPosition({ sort, cursor }: PageQuery): CursorPosition | null {
  if (cursor === undefined) return null;
  const [, value, id] = decodeCursor(cursor, CURSORS[sort]);
  return { value, id };
}

/** Builds a page from `rows`, which contain one extra row if there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: PageQuery,
  keysOf: (row: Row) => CursorKeys,
): Page<Row> {
  const data = rows.slice(0, query.limit);
  const last = data.at(-1);
  const hasMore = rows.length > query.limit;
  const next = hasMore && last !== undefined ? cursorOf(query.sort, keysOf(last)) : null;
  return { data, meta: { next_cursor: next, has_more: hasMore } };
}

/** Builds a page of a list that always fits on one page. */
export function onePage<T>(data: T[]): Page<T> {
  return { data, meta: { next_cursor: null, has_more: false } };
}

/** The sort is part of the cursor, because the position is meaningless in another order. */
function cursorOf(sort: Sort, { id, at, name }: CursorKeys): string {
  return encodeCursor([sort, isByName(sort) ? name : at.toISOString(), id]);
}

const storableText = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));

/** Building a schema takes far longer than using it. */
const CURSORS = {
  created_at: cursorSchema("created_at", z.iso.datetime()),
  "-created_at": cursorSchema("-created_at", z.iso.datetime()),
  name: cursorSchema("name", storableText),
  "-name": cursorSchema("-name", storableText),
} satisfies Record<Sort, unknown>;

function cursorSchema(sort: Sort, value: z.ZodType<string>) {
  return z.tuple([z.literal(sort), value, z.string().regex(UUID_PATTERN)]);
}
