import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** An organization has at most 100 policies and schedules: one page contains all of them. */
const LIST = { params: { query: { limit: 200, sort: "name" as const } } };

export function usePolicies() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("escalation-policies"),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/escalation-policies", { ...LIST, signal })).then(({ items }) => items),
  });
}

export function useSchedules() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("schedules", "names"),
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/v1/schedules", { ...LIST, signal })).then(({ items }) => items),
  });
}
