import { useQuery } from "@tanstack/react-query";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { dataOf, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";

export function useApiMonitor(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("api-monitors", id),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/api-monitors/{id}", { params: { path: { id } }, signal })),
  });
}

/** Returns an API monitor for a form, with its version; null sends no request. */
export function useApiMonitorForForm(id: string | null) {
  const api = useApi();
  return useLoaded<ApiMonitor>("api-monitors", id, (signal) =>
    versionedOf(
      api.GET("/api/v1/api-monitors/{id}", {
        params: { path: { id: id ?? "" } },
        signal,
      }),
    ),
  );
}
