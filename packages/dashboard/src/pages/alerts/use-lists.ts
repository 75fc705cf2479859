import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { readAll } from "../../api/read-all.ts";
import { useApi } from "../../app/session.tsx";

/** Most organizations have a few dozen rules and channels, which are one page. More than these are not named. */
const LISTED_MAX = 2_000;
const SORT = { sort: "name" as const };

export function useRules() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("alert-rules"),
    queryFn: ({ signal }) =>
      readAll(LISTED_MAX, (page) =>
        pageOf(api.GET("/api/v1/alerts/rules", { params: { query: { ...SORT, ...page } }, signal })),
      ),
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
      readAll(LISTED_MAX, (page) =>
        pageOf(api.GET("/api/v1/alerts/channels", { params: { query: { ...SORT, ...page } }, signal })),
      ),
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
      readAll(LISTED_MAX, (page) =>
        pageOf(api.GET("/api/v1/maintenance-windows", { params: { query: { ...SORT, ...page } }, signal })),
      ),
  });
}
