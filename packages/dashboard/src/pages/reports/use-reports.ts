import { useQuery } from "@tanstack/react-query";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";

const PAGE_SIZE = 100;
/** Emails are sent in the background. */
const REFETCH_MS = 10_000;

/** Reports by name. */
export function useReportPages() {
  const api = useApi();
  return usePages<Report>({
    queryKey: keys.list("reports"),
    read: ({ signal, ...page }) => {
      const query = { sort: "name" as const, limit: PAGE_SIZE, ...page };
      return pageOf(api.GET("/api/v1/reports", { params: { query }, signal }));
    },
  });
}

export function useReport(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("reports", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/reports/{id}", { params: { path: { id } }, signal })),
  });
}

export function useReportDeliveries(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("reports", id, "deliveries"),
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/reports/{id}/deliveries", { params: { path: { id } }, signal })),
  });
}
