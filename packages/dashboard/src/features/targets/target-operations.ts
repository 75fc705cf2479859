import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Api, dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import type { RunNoun } from "../runs/run-target.ts";
import { rowsKey } from "./list/rows/rows-key.ts";
import { type TargetRows, withToggled } from "./list/rows/target-rows.ts";
import { TARGET_LISTS, type TargetWords } from "./list/target-lists.ts";
import type { TargetNoun } from "./target-noun.ts";

/** Names of a kind of target, and its API operations. */
export type TargetOperations = {
  kind: TargetNoun;
  noun: TargetWords;
  change(id: string, fields: { enabled?: boolean; tags?: string[] }): Promise<{ enabled: boolean }>;
  remove(id: string): Promise<unknown>;
  /** Takes a deleted target out of the trash. */
  restore(id: string): Promise<unknown>;
};

export function useTargetOperations(kind: TargetNoun): TargetOperations {
  const api = useApi();
  return useMemo(
    () => ({
      kind,
      noun: TARGET_LISTS[kind].noun,
      ...requestsOf(api, kind),
      restore: (id) => api.POST("/api/v1/trash/{id}/restore", { params: { path: { id } } }),
    }),
    [api, kind],
  );
}

function requestsOf(api: Api, kind: TargetNoun): Pick<TargetOperations, "change" | "remove"> {
  const of = (id: string) => ({ params: { path: { id } } });
  switch (kind) {
    case "monitors":
      return {
        change: (id, body) => dataOf(api.PUT("/api/v1/monitors/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/monitors/{id}", of(id))),
      };
    case "api-monitors":
      return {
        change: (id, body) => dataOf(api.PUT("/api/v1/api-monitors/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/api-monitors/{id}", of(id))),
      };
    case "journeys":
      return {
        change: (id, body) => dataOf(api.PUT("/api/v1/journeys/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/journeys/{id}", of(id))),
      };
    case "heartbeats":
      return {
        change: (id, body) => dataOf(api.PUT("/api/v1/heartbeats/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/heartbeats/{id}", of(id))),
      };
  }
}

export function startRun(api: Api, noun: RunNoun, id: string) {
  const params = { path: { id } };
  return noun === "journeys"
    ? dataOf(api.POST("/api/v1/journeys/{id}/run-now", { params }))
    : dataOf(api.POST("/api/v1/api-monitors/{id}/trigger", { params, body: {} }));
}

type Shown = { kind: TargetNoun; ids: ReadonlySet<string>; enabled: boolean };

/** Shows a pause or resumption in the lists before the server confirms it. */
export function showEnabled(queries: QueryClient, { kind, ids, enabled }: Shown): void {
  // A refetch in progress would show the old state for a moment.
  void queries.cancelQueries({ queryKey: rowsKey(kind) });
  queries.setQueryData<TargetRows>(rowsKey(kind), (list) => list && withToggled(list, ids, enabled));
}
