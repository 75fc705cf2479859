import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { isOver } from "../../../features/runs/run-labels.ts";

/** Events report the start and end of a run; the page polls in between. */
const LOOK_AGAIN_MS = 2_000;

/** Steps of one attempt; null for the last. */
export function useJourneyRunSteps(run: Run | undefined, attempt: number | null) {
  const api = useApi();
  const id = run?.id ?? "";
  return useQuery({
    queryKey: keys.detail("runs", id, "steps", attempt, run?.status, run?.attempt),
    enabled: run !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/runs/{id}/steps", {
          params: { path: { id }, query: attempt === null ? {} : { attempt } },
          signal,
        }),
      ),
    refetchInterval: run && !isOver(run) ? LOOK_AGAIN_MS : false,
  });
}

export function useJourney(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.detail("journeys", id),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/journeys/{id}", { params: { path: { id } }, signal })),
  });
}
