import { useQuery } from "@tanstack/react-query";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useMemo } from "react";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { LIST_MAX, useMonitorList } from "../monitors/list/use-monitor-list.ts";

/** Returns all targets of every kind, updated live; null until loaded. */
export function useOverviewItems(): { all: readonly Target[] | null; error: Error | null } {
  const api = useApi();
  const { list, error } = useMonitorList();
  const runs = useQuery({
    queryKey: keys.other("overview", "runs"),
    queryFn: async ({ signal }) => {
      const query = { kind: "api_monitor,journey", limit: LIST_MAX, sort: "name" as const };
      return (await pageOf(api.GET("/api/v1/targets", { params: { query }, signal }))).items;
    },
  });
  const all = useMemo(
    () => (list.isLoaded && runs.data ? [...list.rows.values(), ...runs.data] : null),
    [list, runs.data],
  );
  return { all, error: error ?? runs.error };
}
