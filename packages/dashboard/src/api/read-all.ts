import type { Page } from "./client.ts";

/** The maximum page size of the API. */
export const PAGE_MAX = 200;

/** Reads a list to its end, at most `max` items: for lists that a page shows or names whole. */
export async function readAll<T>(
  max: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await read({ limit: PAGE_MAX, ...(cursor !== null && { cursor }) });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && all.length < max);
  return all;
}
