import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { type AlertFilters, alertQuery } from "./alert-filters.ts";

/** `failed`: not everybody could be told, which ends no alert. */
const OPEN_STATUSES = "pending,sent,failed";
/** Who has more alerts open than this has another problem than the list. */
const OPEN_MAX = 200;
const PAGE_MAX = 50;

/** Alerts that are not over, the newest first. */
export function useOpenAlerts(filters: AlertFilters) {
  const api = useApi();
  return useQuery({
    queryKey: ["alerts", "list", "open", filters],
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

/** Alerts that are over, page by page. */
export function useResolvedAlerts(filters: AlertFilters) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["alerts", "list", "resolved", filters],
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
