import { useQuery } from "@tanstack/react-query";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { dataOf, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";

export function useHeartbeat(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("heartbeats", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/heartbeats/{id}", { params: { path: { id } }, signal })),
  });
}

/** Returns a heartbeat for a form, with its version; null sends no request. */
export function useHeartbeatForForm(id: string | null) {
  const api = useApi();
  return useLoaded<Heartbeat>("heartbeats", id, (signal) =>
    versionedOf(api.GET("/api/v1/heartbeats/{id}", { params: { path: { id: id ?? "" } }, signal })),
  );
}
