import type { SearchResult } from "@vedette/contract/search/search.ts";

/** What the person used last in the search, kept in this browser for each organization. */

export type RecentItem = { key: string; result?: SearchResult };

const RECENT_MAX = 8;
const keyOf = (orgId: string) => `vedette.search.${orgId}`;

export function readRecent(orgId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(orgId)) ?? "[]");
    return Array.isArray(stored) ? (stored as RecentItem[]).filter(isRecentItem) : [];
  } catch (error) {
    // Another version stored something else.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Puts an item first. The status is not kept, because it changes. */
export function rememberRecent(orgId: string, { key, result }: RecentItem): void {
  const others = readRecent(orgId).filter((item) => item.key !== key);
  const item = { key, ...(result && { result: { ...result, status: null } }) };
  localStorage.setItem(keyOf(orgId), JSON.stringify([item, ...others].slice(0, RECENT_MAX)));
}

function isRecentItem(item: unknown): item is RecentItem {
  return typeof item === "object" && item !== null && "key" in item && typeof item.key === "string";
}
