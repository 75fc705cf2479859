import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";

/** An organization has a few dozen rules, channels and windows at most; they are read whole. */
const LIST = { params: { query: { limit: 200, sort: "name" as const } } };

export function useRules() {
  const api = useApi();
  return useQuery({
    queryKey: ["alert-rules", "list"],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/alerts/rules", { ...LIST, signal })).then(({ items }) => items),
  });
}

export function useChannels() {
  const api = useApi();
  return useQuery({
    queryKey: ["alert-channels", "list"],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/alerts/channels", { ...LIST, signal })).then(({ items }) => items),
  });
}

const WINDOWS_READ_AGAIN_MS = 30_000;

export function useWindows() {
  const api = useApi();
  return useQuery({
    queryKey: ["maintenance", "list"],
    // No event says that a window begins or ends.
    refetchInterval: WINDOWS_READ_AGAIN_MS,
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/maintenance-windows", { ...LIST, signal })).then(({ items }) => items),
  });
}
