import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Incident, IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { type IncidentFilters, incidentQuery } from "./incident-filters.ts";

const PAGE_SIZE = 100;

/** Incidents, newest first. */
export function useIncidentPages(filters: IncidentFilters) {
  const api = useApi();
  return usePages<IncidentSummary>({
    queryKey: keys.list("incidents", filters),
    keepsPrevious: true,
    read: ({ signal, ...page }) => {
      const query = { ...incidentQuery(filters, Date.now()), limit: PAGE_SIZE, ...page };
      return pageOf(api.GET("/api/v1/incidents", { params: { query }, signal }));
    },
  });
}

export function useIncident(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("incidents", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/incidents/{id}", { params: { path: { id } }, signal })),
  });
}

/** Deliveries have no live event. */
const TIMELINE_POLL_MS = 15_000;

export function useTimeline({ id, resolved_at: resolvedAt }: Pick<Incident, "id" | "resolved_at">) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("incidents", id, "timeline"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/incidents/{id}/timeline", { params: { path: { id } }, signal })),
    refetchInterval: resolvedAt === null ? TIMELINE_POLL_MS : false,
  });
}

/** Shows a changed incident at once, and refetches what depends on it. */
export function useShowIncident() {
  const queries = useQueryClient();
  return (changed: Incident) => {
    queries.setQueryData(keys.detail("incidents", changed.id), changed);
    void queries.invalidateQueries({ queryKey: keys.all("incidents") });
    void queries.invalidateQueries({ queryKey: keys.all("alerts") });
  };
}
