import { setTimeout as pause } from "node:timers/promises";
import type { ApiResponse } from "../../e2e/harness/api-client.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { type FaultRun, waitUntil } from "./fault-run.ts";
import { countAlive, hasRunners, LOCATION } from "./fleet.ts";

/** Faults of processes: they are killed, stopped, added or replaced. */

/** How long NATS and PostgreSQL are down. */
export const NATS_DOWN_SECONDS = 10;
export const POSTGRES_DOWN_SECONDS = 30;
const RUNS = 4;

export async function killScheduler({ fleet, fault, rebalanced }: FaultRun): Promise<void> {
  const [victim, ...others] = fleet.schedulers;
  fault();
  await victim?.kill9();
  fleet.schedulers = others;
  await rebalanced();
  await pause(5_000);
  fleet.schedulers.push(await fleet.startScheduler());
  await rebalanced();
  await pause(5_000);
}

export async function killRunner({ fleet, target, fault, expect, elapsedSeconds }: FaultRun): Promise<void> {
  const { api } = fleet;
  const [victim, ...others] = fleet.runners;
  const runs = await startRuns(api, target.url);
  await pause(1_000);
  fault();
  await victim?.kill9();
  fleet.runners = others;
  expect("reported offline in 45 s", await waitUntil(() => hasRunners(api, others.length), 45_000));
  const havePassed = async () =>
    (await Promise.all(runs.map((id) => statusOf(api, id)))).every((each) => each === "passed");
  expect(
    "runs in flight are repeated and pass in 45 s",
    await waitUntil(havePassed, (45 - elapsedSeconds()) * 1_000),
  );
  fleet.runners.push(await fleet.startRunner());
  await pause(5_000);
}

export async function stopPostgres({
  fleet,
  fault,
  expect,
  rebalanced,
  elapsedSeconds,
}: FaultRun): Promise<void> {
  const { api, schedulers, runners, postgres } = fleet;
  fault();
  await postgres.stopAtOnce();
  const isDown = async () => (await api.request("GET", "/readyz")).status === 503;
  expect("/readyz 503 in 5 s", (await waitUntil(isDown, 5_000)) && elapsedSeconds() < 6);
  const response = await api.request("GET", "/api/v1/monitors");
  expect(
    `API 503 with Retry-After, was ${response.status}`,
    response.status === 503 && response.headers.has("retry-after"),
  );
  expect("/healthz 200", (await api.request("GET", "/healthz")).status === 200);
  await pause(POSTGRES_DOWN_SECONDS * 1_000 - elapsedSeconds() * 1_000);
  await postgres.start();
  await rebalanced();
  await pause(10_000);
  expect("no process ended", (await countAlive([api, ...schedulers, ...runners])) === 5);
}

export async function killNats({ fleet, fault, expect }: FaultRun): Promise<void> {
  const { api, schedulers, runners, nats } = fleet;
  fault();
  await nats.kill();
  await pause(NATS_DOWN_SECONDS * 1_000);
  await nats.restart();
  await pause(20_000);
  expect("no process ended", (await countAlive([api, ...schedulers, ...runners])) === 5);
}

export async function addSchedulers({ fleet, fault, rebalanced, expect }: FaultRun): Promise<void> {
  fault();
  fleet.schedulers.push(...(await Promise.all([fleet.startScheduler(), fleet.startScheduler()])));
  await rebalanced();
  await pause(8_000);
  const leaving = fleet.schedulers.shift();
  const exit = await leaving?.stop();
  expect(`exit 0, was ${exit?.code}`, exit?.code === 0);
  await rebalanced();
  await pause(8_000);
}

export async function replaceAll({ fleet, fault, rebalanced, expect }: FaultRun): Promise<void> {
  fault();
  for (const list of [fleet.schedulers, fleet.runners]) {
    const isScheduler = list === fleet.schedulers;
    for (const old of [...list]) {
      list.push(isScheduler ? await fleet.startScheduler() : await fleet.startRunner());
      await pause(3_000);
      const { code } = await old.stop();
      expect(`exit 0, was ${code}`, code === 0);
      list.splice(list.indexOf(old), 1);
      if (isScheduler) await rebalanced();
    }
  }
  await pause(8_000);
}

/** Starts some runs of three seconds, so that each runner has one. */
async function startRuns(api: Vedette, url: string): Promise<string[]> {
  const steps = Array.from({ length: 10 }, (_, step) => ({
    name: `${step}`,
    method: "GET",
    url: `${url}/slow?step-${step}`,
  }));
  const started = Array.from({ length: RUNS }, async (_, index) => {
    const fields = { name: `run ${index}`, interval: 3_600, max_retries: 0, locations: [LOCATION], steps };
    const created = await api.request("POST", "/api/v1/api-monitors", fields);
    const run = await api.request("POST", `/api/v1/api-monitors/${idOf(created)}/trigger`);
    return idOf(run);
  });
  return Promise.all(started);
}

async function statusOf(api: Vedette, runId: string): Promise<string> {
  const { body } = await api.request("GET", `/api/v1/runs/${runId}`);
  return (body as { data: { status: string } }).data.status;
}

function idOf({ status, body, text }: ApiResponse): string {
  if (status >= 300) throw new Error(`the API returned ${status}: ${text}`);
  return (body as { data: { id: string } }).data.id;
}
