import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Page, pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { useMonitorList } from "../monitors/use-monitor-list.ts";
import { type Watched, watchedMonitor, watchedRun } from "./watched.ts";

const PAGE_LIMIT = "200";
/** Of each kind; who has more looks for them in their own list. */
const PAGES_MAX = 10;

/** All that is watched, of every kind, alive. Null until it was read. */
export function useWatched(): { all: readonly Watched[] | null; error: Error | null } {
  const api = useApi();
  const { list, error } = useMonitorList();
  const runs = useQuery({
    queryKey: ["overview", "runs"],
    queryFn: async ({ signal }) => {
      const [apiMonitors, journeys] = await Promise.all([
        everyPage((cursor) =>
          pageOf(api.GET("/api/v1/api-monitors", { params: { query: queryOf(cursor) }, signal })),
        ),
        everyPage((cursor) =>
          pageOf(api.GET("/api/v1/journeys", { params: { query: queryOf(cursor) }, signal })),
        ),
      ]);
      return [
        ...apiMonitors.map((target) => watchedRun("api-monitors", target)),
        ...journeys.map((target) => watchedRun("journeys", target)),
      ];
    },
  });
  const all = useMemo(
    () =>
      list.isLoaded && runs.data ? [...[...list.rows.values()].map(watchedMonitor), ...runs.data] : null,
    [list, runs.data],
  );
  return { all, error: error ?? runs.error };
}

function queryOf(cursor: string | null) {
  return { limit: PAGE_LIMIT, sort: "name" as const, ...(cursor !== null && { cursor }) };
}

async function everyPage<T>(read: (cursor: string | null) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: Page<T> = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return items;
}
