import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { isOver } from "./run-labels.ts";

/** Events report each change; polling finds those that a broken stream lost. */
const REFRESH_MS = 5_000;

/** Returns a run and follows it until it ends. */
export function useRun(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("runs", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? REFRESH_MS : false),
  });
}

/** Returns the steps of a finished attempt; null sends no request. */
export function useRunSteps(id: string, attempt: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("runs", id, "steps", attempt),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: attempt === null ? {} : { attempt } };
      return dataOf(api.GET("/api/v1/runs/{id}/steps", { params, signal }));
    },
    enabled: attempt !== null,
  });
}
