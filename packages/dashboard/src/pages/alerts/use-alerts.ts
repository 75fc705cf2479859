import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { type AlertFilters, alertQuery } from "./alert-filters.ts";
import type { Alert } from "./alert-words.ts";

const OPEN_STATUSES = ["pending", "sent", "failed"] as const;
/** Of each status. Who has more alerts open than this has another problem than the list. */
const OPEN_MAX = 200;
const PAGE_MAX = 50;

/** Alerts that are not over, the newest first. */
export function useOpenAlerts(filters: AlertFilters) {
  const api = useApi();
  return useQuery({
    queryKey: ["alerts", "list", "open", filters],
    enabled: filters.state !== "resolved",
    queryFn: async ({ signal }) => {
      const wanted = { ...alertQuery(filters, Date.now()), limit: String(OPEN_MAX) };
      const pages = await Promise.all(
        OPEN_STATUSES.map((status) =>
          pageOf(api.GET("/api/v1/alerts", { params: { query: { ...wanted, status } }, signal })),
        ),
      );
      return pages.flatMap(({ items }) => items).sort(newestFirst);
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
        limit: String(PAGE_MAX),
        ...(cursor !== null && { cursor }),
      };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

function newestFirst(a: Alert, b: Alert): number {
  return Date.parse(b.triggered_at) - Date.parse(a.triggered_at);
}
