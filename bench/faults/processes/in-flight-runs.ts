import type { ApiResponse } from "../../../e2e/harness/api-client.ts";
import type { Vedette } from "../../../e2e/harness/vedette.ts";
import { LOCATION } from "../../scale/fleet.ts";
import type { Target } from "../../scale/target.ts";

/** A run that was triggered, and the path at the target that it requests first. */
export type TriggeredRun = {
  id: string;
  targetId: string;
  kind: "api_monitor" | "journey";
  firstPath: string;
};

export type RunState = { status: string; runner: string | null; attempt: number; finished_at: string | null };

/** Longer than it takes to cause a fault. Each step takes 300 ms. */
const STEPS = 40;
const WAIT_MS = 20_000;
const WAITS = 2;

/** Starts a run of a new API monitor that takes at least twelve seconds. It is not retried if it fails. */
export async function startApiRun(api: Vedette, target: Target, name: string): Promise<TriggeredRun> {
  const firstPath = `/slow?${name}-0`;
  const steps = Array.from({ length: STEPS }, (_, step) => ({
    name: `${step}`,
    method: "GET",
    url: `${target.url}/slow?${name}-${step}`,
  }));
  const fields = {
    name,
    interval: 3_600,
    timeout: 120,
    enabled: false,
    max_retries: 0,
    locations: [LOCATION],
    steps,
  };
  const targetId = idOf(await api.request("POST", "/api/v1/api-monitors", fields));
  const id = idOf(await api.request("POST", `/api/v1/api-monitors/${targetId}/trigger`));
  return { id, targetId, kind: "api_monitor", firstPath };
}

/** Starts a run of a new journey that takes at least forty seconds in a real browser. It is not retried if it fails. */
export async function startJourneyRun(api: Vedette, target: Target, name: string): Promise<TriggeredRun> {
  const firstPath = `/?${name}-start`;
  const steps = [
    { action: "goto", url: `${target.url}${firstPath}` },
    ...Array.from({ length: WAITS }, () => ({
      ...{ action: "wait_for", milliseconds: WAIT_MS, timeout_ms: 2 * WAIT_MS },
    })),
    { action: "goto", url: `${target.url}/?${name}-end` },
  ];
  const fields = {
    name,
    interval_seconds: null,
    timeout_seconds: 120,
    max_retries: 0,
    primary_location: LOCATION,
  };
  const created = await api.request("POST", "/api/v1/journeys", { ...fields, locations: [], steps });
  const targetId = idOf(created);
  const id = idOf(await api.request("POST", `/api/v1/journeys/${targetId}/run-now`));
  return { id, targetId, kind: "journey", firstPath };
}

export async function readRun(api: Vedette, { id }: TriggeredRun): Promise<RunState> {
  const { body } = await api.request("GET", `/api/v1/runs/${id}`);
  return (body as { data: RunState }).data;
}

/** The number of runs of the target with this status. */
export async function countRuns(
  api: Vedette,
  { targetId, kind }: TriggeredRun,
  status: string,
): Promise<number> {
  const noun = kind === "journey" ? "journeys" : "api-monitors";
  const { body } = await api.request("GET", `/api/v1/${noun}/${targetId}/runs?status=${status}`);
  return (body as { data: unknown[] }).data.length;
}

/** How often the target saw the run start. */
export function countStarts(target: Target, { firstPath }: TriggeredRun): number {
  return target.requests.get(firstPath)?.length ?? 0;
}

function idOf({ status, body, text }: ApiResponse): string {
  if (status >= 300) throw new Error(`the API returned ${status}: ${text}`);
  return (body as { data: { id: string } }).data.id;
}
