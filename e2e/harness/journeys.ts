import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { type Journey, type journeyCreate, journeySchema } from "@vedette/contract/journeys/journeys.ts";
import { type Run, type RunStep, runSchema } from "@vedette/contract/runs/runs.ts";
import { expect } from "vitest";
import { dataOf } from "./api-client.ts";
import { getRun, stepList } from "./api-monitors.ts";
import { readEvents, type StreamEvent } from "./event-stream.ts";
import type { Vedette } from "./vedette.ts";

/** Journeys and their runs, through the API; every response is validated against the contract. */

type JourneyInput = Partial<(typeof journeyCreate)["_zod"]["input"]>;

/** Runs on demand only, without retries. */
export async function createJourney(vedette: Vedette, input: JourneyInput): Promise<Journey> {
  const body = { name: "e2e", interval_seconds: null, max_retries: 0, timeout_seconds: 60, ...input };
  return dataOf(journeySchema, await vedette.request("POST", "/api/v1/journeys", body));
}

export async function runJourneyNow(vedette: Vedette, id: string): Promise<Run> {
  return dataOf(runSchema, await vedette.request("POST", `/api/v1/journeys/${id}/run-now`));
}

export async function waitForEnd(vedette: Vedette, runId: string): Promise<{ run: Run; steps: RunStep[] }> {
  await expect
    .poll(async () => (await getRun(vedette, runId)).finished_at, { timeout: 100_000, interval: 50 })
    .not.toBeNull();
  const steps = dataOf(stepList, await vedette.request("GET", `/api/v1/runs/${runId}/steps`));
  return { run: await getRun(vedette, runId), steps };
}

export async function runToEnd(vedette: Vedette, id: string): Promise<{ run: Run; steps: RunStep[] }> {
  return waitForEnd(vedette, (await runJourneyNow(vedette, id)).id);
}

/** Tests an unsaved journey and returns the events of the test in order. */
export async function tryJourney(vedette: Vedette, input: JourneyInput): Promise<StreamEvent[]> {
  const response = await fetch(`${vedette.url}/api/v1/journeys/try`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${vedette.key}`,
      accept: "text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify(input),
  });
  const events: StreamEvent[] = [];
  if (response.status !== 200 || !response.body) throw new Error(await response.text());
  await readEvents(response.body, events);
  return events;
}

/** Kills them with SIGKILL. Some end by themselves meanwhile, because their parent was killed. */
export async function killProcessesNaming(text: string): Promise<void> {
  for (const pid of await processesNaming(text)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Processes whose command line contains this text. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "");
    if (command.includes(text)) found.push(Number(entry));
  }
  return found;
}
