import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { LIST_MAX, useMonitorList } from "../monitors/list/use-monitor-list.ts";
import { type Watched, watchedMonitor, watchedRun } from "./watched.ts";

/** All that is watched, of every kind, alive. Null until it was read. */
export function useWatched(): { all: readonly Watched[] | null; error: Error | null } {
  const api = useApi();
  const { list, error } = useMonitorList();
  const runs = useQuery({
    queryKey: ["overview", "runs"],
    queryFn: async ({ signal }) => {
      const query = { kind: "api_monitor,journey", limit: LIST_MAX, sort: "name" as const };
      const { items } = await pageOf(api.GET("/api/v1/targets", { params: { query }, signal }));
      return items.map(watchedRun);
    },
  });
  const all = useMemo(
    () =>
      list.isLoaded && runs.data ? [...[...list.rows.values()].map(watchedMonitor), ...runs.data] : null,
    [list, runs.data],
  );
  return { all, error: error ?? runs.error };
}
