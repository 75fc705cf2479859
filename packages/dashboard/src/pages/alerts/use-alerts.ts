import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { type AlertFilters, alertQuery } from "./alert-filters.ts";

/** Includes `failed`: an alert whose notification could not be delivered is still open. */
const OPEN_STATUSES = "pending,sent,failed";
/** The largest page of the API: open alerts fit into one, unless very much is down. */
const OPEN_PAGE = 200;
const RESOLVED_PAGE = 50;

/** Open alerts, newest first. */
export function useOpenAlertPages(filters: AlertFilters) {
  return useAlertPages("open", filters, { status: OPEN_STATUSES, limit: OPEN_PAGE });
}

/** The newest open alerts, up to one page. */
export function useOpenAlerts(filters: AlertFilters) {
  const { items, error } = useOpenAlertPages(filters);
  return { data: items, error };
}

/** Resolved alerts, newest first. */
export function useResolvedAlerts(filters: AlertFilters) {
  return useAlertPages("resolved", filters, { status: "resolved", limit: RESOLVED_PAGE });
}

function useAlertPages(
  state: "open" | "resolved",
  filters: AlertFilters,
  page: { status: string; limit: number },
) {
  const api = useApi();
  return usePages({
    queryKey: keys.list("alerts", state, filters),
    isEnabled: filters.state === undefined || filters.state === state,
    read: ({ cursor, signal }) => {
      const query = { ...alertQuery(filters, Date.now()), ...page, ...(cursor !== undefined && { cursor }) };
      return pageOf(api.GET("/api/v1/alerts", { params: { query }, signal }));
    },
  });
}
