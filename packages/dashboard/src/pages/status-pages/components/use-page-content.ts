import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** No event reports that the status of a component changed. */
const COMPONENTS_REFETCH_MS = 30_000;

/** All components of a page, in their order. */
export function usePageComponents(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("status-pages", id, "components"),
    refetchInterval: COMPONENTS_REFETCH_MS,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/status-pages/{id}/components", { params: { path: { id } }, signal })),
  });
}

/** The groups of components of a page, in their order. */
export function usePageGroups(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("status-pages", id, "groups"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/status-pages/{id}/component-groups", { params: { path: { id } }, signal })),
  });
}
