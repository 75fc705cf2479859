import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Page } from "../../api/client.ts";
import { keys, type QueryNoun } from "../../api/keys.ts";

type Row = { id: string; enabled: boolean; status: string };

/** Returns a row as paused or pending. Returns the same object if nothing changes. */
export function withEnabled<R extends Row>(row: R, ids: ReadonlySet<string>, enabled: boolean): R {
  if (!ids.has(row.id) || row.enabled === enabled) return row;
  return { ...row, enabled, status: enabled ? "pending" : "paused" };
}

/** Updates all cached list pages of a kind until they are refetched. */
export function showEnabledInPages(
  queries: QueryClient,
  { key, ids, enabled }: { key: QueryNoun; ids: ReadonlySet<string>; enabled: boolean },
): void {
  // A refetch in progress would show the old state for a moment.
  void queries.cancelQueries({ queryKey: keys.list(key) });
  queries.setQueriesData<InfiniteData<Page<Row>> | readonly string[]>(
    { queryKey: keys.list(key) },
    (data) => {
      if (!data || !("pages" in data)) return data;
      const pages = data.pages.map((page) => ({
        ...page,
        items: page.items.map((row) => withEnabled(row, ids, enabled)),
      }));
      return { ...data, pages };
    },
  );
}
