import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { type AlertFilters, alertQuery } from "./alert-filters.ts";

/** Includes `failed`: an alert whose notification could not be delivered is still open. */
const OPEN_STATUSES = "pending,sent,failed";
/** Upper limit of open alerts shown. */
const OPEN_MAX = 200;
const PAGE_MAX = 50;

/** Open alerts, newest first. */
export function useOpenAlerts(filters: AlertFilters) {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("alerts", "open", filters),
    enabled: filters.state !== "resolved",
    queryFn: async ({ signal }) => {
      const query = {
        ...alertQuery(filters, Date.now()),
        status: OPEN_STATUSES,
        limit: OPEN_MAX,
      };
      return (await pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }))).items;
    },
  });
}

/** Resolved alerts, page by page. */
export function useResolvedAlerts(filters: AlertFilters) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keys.list("alerts", "resolved", filters),
    enabled: filters.state !== "open",
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = {
        ...alertQuery(filters, Date.now()),
        status: "resolved" as const,
        limit: PAGE_MAX,
        ...(cursor !== null && { cursor }),
      };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
