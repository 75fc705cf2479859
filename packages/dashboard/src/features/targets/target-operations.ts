import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Api, dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { type MonitorList, withToggled } from "../../pages/monitors/list/monitor-list.ts";
import { LIST_KEY } from "../../pages/monitors/list/use-monitor-list.ts";
import type { RunNoun } from "../runs/run-target.ts";
import { showEnabledInPages } from "./show-enabled.ts";

/** A kind of target, as in URLs and query keys. */
export type TargetNoun = "monitors" | "api-monitors" | "journeys";

/** Names of a kind of target, and its API operations. */
export type TargetOperations = {
  kind: TargetNoun;
  noun: { one: string; many: string };
  run: { label: string; done: string };
  /** Starts a check or run. */
  start(id: string): Promise<unknown>;
  change(id: string, fields: { enabled?: boolean; tags?: string[] }): Promise<{ enabled: boolean }>;
  remove(id: string): Promise<unknown>;
  /** Shows a pause or resumption in the lists before the server confirms it. */
  showEnabled(ids: ReadonlySet<string>, enabled: boolean): void;
};

const RUN = { label: "Run now", done: "Started" };
const NAMES = {
  monitors: { noun: { one: "monitor", many: "monitors" }, run: { label: "Check now", done: "Checked" } },
  "api-monitors": { noun: { one: "API monitor", many: "API monitors" }, run: RUN },
  journeys: { noun: { one: "journey", many: "journeys" }, run: RUN },
};

export function useTargetOperations(kind: TargetNoun): TargetOperations {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(
    () => ({
      kind,
      ...NAMES[kind],
      ...requestsOf(api, kind),
      showEnabled: (ids, enabled) => showEnabled(queries, { kind, ids, enabled }),
    }),
    [api, queries, kind],
  );
}

function requestsOf(api: Api, kind: TargetNoun): Pick<TargetOperations, "start" | "change" | "remove"> {
  const of = (id: string) => ({ params: { path: { id } } });
  switch (kind) {
    case "monitors":
      return {
        start: (id) => dataOf(api.POST("/api/v1/monitors/{id}/check", of(id))),
        change: (id, body) => dataOf(api.PUT("/api/v1/monitors/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/monitors/{id}", of(id))),
      };
    case "api-monitors":
      return {
        start: (id) => startRun(api, kind, id),
        change: (id, body) => dataOf(api.PUT("/api/v1/api-monitors/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/api-monitors/{id}", of(id))),
      };
    case "journeys":
      return {
        start: (id) => startRun(api, kind, id),
        change: (id, body) => dataOf(api.PUT("/api/v1/journeys/{id}", { ...of(id), body })),
        remove: (id) => dataOf(api.DELETE("/api/v1/journeys/{id}", of(id))),
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

function showEnabled(queries: QueryClient, { kind, ids, enabled }: Shown): void {
  showEnabledInPages(queries, { key: kind, ids, enabled });
  // Monitors are one list, which events update.
  if (kind !== "monitors") return;
  queries.setQueryData<MonitorList>(LIST_KEY, (list) => list && withToggled(list, ids, enabled));
}
