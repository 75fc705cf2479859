import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Sort } from "@vedette/contract/common/paging.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/**
 * Pages of a list that is sorted by an instant or a name and then by id: what is added meanwhile neither
 * repeats nor hides a row that was there at the first page.
 */

/** Where a page starts: the sort value and id of the last row of the page before. */
export type CursorPosition = { value: string; id: string };

/** What of a row a place is made of. */
export type CursorKeys = { id: string; at: Date; name: string };

export type Page<T> = { data: T[]; meta: { next_cursor: string | null; has_more: boolean } };

type PageQuery = { sort: Sort; cursor?: string | undefined; limit: number };

function isByName(sort: Sort): boolean {
  return sort === "name" || sort === "-name";
}

/** The place that a cursor names; null for the first page. */
export function readCursorPosition({ sort, cursor }: PageQuery): CursorPosition | null {
  if (cursor === undefined) return null;
  const value = isByName(sort) ? storableText : z.iso.datetime();
  const [, at, id] = decodeCursor(cursor, z.tuple([z.literal(sort), value, z.string().regex(UUID_PATTERN)]));
  return { value: at, id };
}

/** The page that `rows` are, of which there is one more than fits where another page follows. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: PageQuery,
  placed: (row: Row) => CursorKeys,
): Page<Row> {
  const data = rows.slice(0, query.limit);
  const last = data.at(-1);
  const hasMore = rows.length > query.limit;
  const next = hasMore && last !== undefined ? cursorOf(query.sort, placed(last)) : null;
  return { data, meta: { next_cursor: next, has_more: hasMore } };
}

/** A list that always fits on one page. */
export function onePage<T>(data: T[]): Page<T> {
  return { data, meta: { next_cursor: null, has_more: false } };
}

/** The sort is part of the place: with another one it would be the place of nothing. */
function cursorOf(sort: Sort, { id, at, name }: CursorKeys): string {
  return encodeCursor([sort, isByName(sort) ? name : at.toISOString(), id]);
}

const storableText = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));
