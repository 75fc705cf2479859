import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** An organization has at most a few dozen rules, channels and windows: one page contains all of them. */
const LIST = { params: { query: { limit: 200, sort: "name" as const } } };

export function useRules() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("alert-rules"),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/alerts/rules", { ...LIST, signal })).then(({ items }) => items),
  });
}

/** No event reports a delivery. */
export const CHANNELS_REFETCH_MS = 30_000;

export function useChannels() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("alert-channels"),
    refetchInterval: CHANNELS_REFETCH_MS,
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/alerts/channels", { ...LIST, signal })).then(({ items }) => items),
  });
}

const WINDOWS_REFETCH_MS = 30_000;

export function useWindows() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("maintenance"),
    // The event stream does not report the start or end of a window.
    refetchInterval: WINDOWS_REFETCH_MS,
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/maintenance-windows", { ...LIST, signal })).then(({ items }) => items),
  });
}
