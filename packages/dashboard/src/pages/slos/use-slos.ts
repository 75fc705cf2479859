import { useQuery } from "@tanstack/react-query";
import type { Slo } from "@vedette/contract/slos/slos.ts";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import type { SloFilters } from "./slo-filters.ts";

const PAGE_SIZE = 100;
/** No event reports a measurement. */
const REFETCH_MS = 60_000;

/** SLOs by name. */
export function useSloPages(filters: SloFilters) {
  const api = useApi();
  return usePages<Slo>({
    queryKey: keys.list("slos", filters),
    keepsPrevious: true,
    read: ({ signal, ...page }) => {
      const query = { ...filters, sort: "name" as const, limit: PAGE_SIZE, ...page };
      return pageOf(api.GET("/api/v1/slos", { params: { query }, signal }));
    },
  });
}

export function useSlo(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("slos", id),
    enabled: id !== "",
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/slos/{id}", { params: { path: { id } }, signal })),
  });
}

export function useSloReport(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("slos", id, "report"),
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/slos/{id}/report", { params: { path: { id } }, signal })),
  });
}
