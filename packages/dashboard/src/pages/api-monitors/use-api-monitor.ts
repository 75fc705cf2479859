import { useQuery } from "@tanstack/react-query";
import { type Api, dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

export function useApiMonitor(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("api-monitors", id),
    queryFn: ({ signal }) => readApiMonitor(api, id, signal),
  });
}

/**
 * Returns an API monitor for a form; null sends no request. Separate query key without cache: a form starts with the stored definition, and runs do not change it.
 */
export function useApiMonitorForForm(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: keys.form("api-monitors", id),
    queryFn: ({ signal }) => readApiMonitor(api, id ?? "", signal),
    enabled: id !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

function readApiMonitor(api: Api, id: string, signal: AbortSignal) {
  return dataOf(api.GET("/api/v1/api-monitors/{id}", { params: { path: { id } }, signal }));
}
