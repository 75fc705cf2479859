import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { isOver } from "./run-labels.ts";

/** Events report each change of a run; polling finds those that a broken stream lost. */
const RUN_REFRESH_MS = 5_000;
/** No event reports a finished step. */
const STEPS_REFRESH_MS = 2_000;

/** Returns a run and follows it until it ends. */
export function useRun(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("runs", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? RUN_REFRESH_MS : false),
  });
}

/** Returns the steps of an attempt; null for the last one. Follows a run until it ends. */
export function useRunSteps(run: Run, attempt: number | null) {
  const api = useApi();
  const { id } = run;
  return useQuery({
    queryKey: keys.detail("runs", id, "steps", attempt, run.status, run.attempt),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: attempt === null ? {} : { attempt } };
      return dataOf(api.GET("/api/v1/runs/{id}/steps", { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: isOver(run) ? false : STEPS_REFRESH_MS,
  });
}
