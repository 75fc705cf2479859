import { useQuery } from "@tanstack/react-query";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** No event reports a handoff. */
const REFETCH_MS = 30_000;

/** An organization has at most 100 schedules: one page contains all of them. */
export function useScheduleList() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("schedules"),
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/v1/schedules", { params: { query: { limit: 200, sort: "name" as const } }, signal }),
      ).then(({ items }) => items),
  });
}

export function useSchedule(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("schedules", id),
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/schedules/{id}", { params: { path: { id } }, signal })),
  });
}

/** The shifts and gaps of a range. */
export function useShifts(id: string, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const api = useApi();
  const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  return useQuery({
    queryKey: keys.detail("schedules", id, "shifts", fromMs, toMs),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/schedules/{id}/shifts", { params: { path: { id }, query }, signal })),
  });
}

export function useOverrides(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("schedules", id, "overrides"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/schedules/{id}/overrides", { params: { path: { id } }, signal })),
  });
}

/** Who is on call now, in all schedules. */
export function useOnCall() {
  const api = useApi();
  return useQuery({
    queryKey: keys.other("schedules", "on-call"),
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/on-call", { signal })),
  });
}
