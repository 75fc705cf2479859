import {
  type ApiMonitor,
  type ApiMonitorCreateInput,
  apiMonitorSchema,
} from "@vedette/contract/api-monitors/api-monitors.ts";
import { page } from "@vedette/contract/common/envelope.ts";
import { type Run, type RunStep, runSchema, runStepSchema } from "@vedette/contract/runs/runs.ts";
import { expect } from "vitest";
import { dataOf } from "./api-client.ts";
import type { Vedette } from "./vedette.ts";

/** API monitors and their runs, through the API; every response is validated against the contract. */

type ApiMonitorInput = Partial<ApiMonitorCreateInput> & Pick<ApiMonitorCreateInput, "steps">;

/** Without retries, and with an interval longer than any test: after the first run it only runs on demand. */
export async function createApiMonitor(vedette: Vedette, input: ApiMonitorInput): Promise<ApiMonitor> {
  const body = { name: "e2e", interval: 3_600, max_retries: 0, ...input };
  return dataOf(apiMonitorSchema, await vedette.request("POST", "/api/v1/api-monitors", body));
}

export async function trigger(vedette: Vedette, id: string): Promise<Run> {
  return dataOf(runSchema, await vedette.request("POST", `/api/v1/api-monitors/${id}/trigger`));
}

export async function getRun(vedette: Vedette, id: string): Promise<Run> {
  return dataOf(runSchema, await vedette.request("GET", `/api/v1/runs/${id}`));
}

/** Triggers a run and waits for its end. */
export async function runNow(vedette: Vedette, id: string): Promise<{ run: Run; steps: RunStep[] }> {
  const { id: runId } = await trigger(vedette, id);
  await expect
    .poll(async () => (await getRun(vedette, runId)).finished_at, { timeout: 40_000, interval: 50 })
    .not.toBeNull();
  const steps = dataOf(stepList, await vedette.request("GET", `/api/v1/runs/${runId}/steps`));
  return { run: await getRun(vedette, runId), steps };
}

/** Parses the steps of an attempt. */
export const stepList = {
  parse: (data: unknown) => (data as unknown[]).map((step) => runStepSchema.parse(step)),
};

const runPage = page(runSchema);

/** The newest runs, at most 200. */
export async function listRuns(vedette: Vedette, id: string): Promise<Run[]> {
  const response = await vedette.request("GET", `/api/v1/api-monitors/${id}/runs?limit=200`);
  if (response.status !== 200) throw new Error(`the API returned ${response.status}: ${response.text}`);
  return runPage.parse(response.body).data;
}
