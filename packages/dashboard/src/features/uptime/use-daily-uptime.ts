import { useQuery } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** Whose uptime: one target, a group, the targets that a selector selects, which are all if it is empty. */
export type UptimeScope = { target_id: string } | { group_id: string } | { selector: Selector };

/** Today goes on without an event of its own. */
const REFETCH_MS = 60_000;

/** Uptime of the last 90 days, or of those until `at`, in the time zone of the organization. */
export function useDailyUptime(scope: UptimeScope, at?: string) {
  const api = useApi();
  return useQuery({
    queryKey:
      "target_id" in scope
        ? keys.detail("uptime", scope.target_id, "daily", at)
        : keys.list("uptime", "daily", scope, at),
    queryFn: ({ signal }) => {
      const of = "selector" in scope ? { selector: JSON.stringify(scope.selector) } : scope;
      const query = { ...of, ...(at !== undefined && { at }) };
      return dataOf(api.GET("/api/v1/uptime/daily", { params: { query }, signal }));
    },
    refetchInterval: at === undefined && REFETCH_MS,
  });
}
