import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SOCKET_PORT } from "../../packages/server/src/platform/storage/connection.ts";
import { startTcpRelay, type TcpRelay } from "../../packages/server/test/servers/tcp-relay.ts";
import { areShardsBalanced, type FaultRun, type Outcome, runFault, waitUntil } from "./fault-run.ts";
import { countAlive, hasRunners } from "./fleet.ts";
import { createNamespace, type Namespace } from "./namespace.ts";

/** Faults of the network: processes that run, but cannot be reached. */

export const CUT_SECONDS = 30;

/** The proxy's TCP connections stay open: it accepts all data and closes of both sides, and forwards neither. */
export async function runHungProxy(): Promise<Outcome> {
  let relay: TcpRelay | undefined;
  try {
    return await runFault({ schedulers: 1 }, async (run) => {
      const { socketDir, user, password, database } = run.fleet.postgres.connection;
      relay = await startTcpRelay({ path: `${socketDir}/.s.PGSQL.${SOCKET_PORT}` });
      await hangProxy(run, relay, `postgres://${user}:${password}@127.0.0.1:${relay.port}/${database}`);
    });
  } finally {
    await relay?.cut();
  }
}

/** Cuts one of two schedulers, connected over TCP, off from the database. */
export function runCutScheduler(): Promise<Outcome> {
  return inNamespace((space) => runFault({ host: space.host }, cutScheduler(space)));
}

/** Cuts one of two runners off from NATS, or from the whole network. */
export function runCutRunner(from: "nats" | "all"): Promise<Outcome> {
  return inNamespace((space) => runFault({ host: space.host }, cutRunner(space, from)));
}

async function hangProxy(
  { fleet, fault, expect, rebalanced, elapsedSeconds }: FaultRun,
  relay: TcpRelay,
  url: string,
): Promise<void> {
  const env = { DATABASE_URL: url };
  const [api, proxied] = await Promise.all([fleet.startApi({ env }), fleet.startScheduler({ env })]);
  const direct = fleet.schedulers;
  fleet.schedulers = [...direct, proxied];
  expect("shards balanced before", await waitUntil(() => areShardsBalanced(fleet.schedulers), 20_000));
  await pause(3_000);
  fault();
  relay.swallow();
  const responding = [1, 2].map(() => secondsToRespond(api));
  await rebalanced(direct);
  await pause(Math.max(0, CUT_SECONDS - elapsedSeconds()) * 1_000);
  const slowest = Math.max(...(await Promise.all(responding)));
  expect(`each response in 10 s, one took ${slowest.toFixed(1)} s`, slowest <= 10);
  relay.heal();
  await rebalanced();
  expect("the API responds again in 10 s", await waitUntil(async () => (await list(api)) === 200, 10_000));
  await pause(5_000);
}

function cutScheduler(space: Namespace) {
  return async ({ fleet, fault, rebalanced, expect }: FaultRun): Promise<void> => {
    const [first, second] = fleet.schedulers;
    if (first === undefined || second === undefined) throw new Error("two schedulers were started");
    const { user, database } = fleet.postgres.connection;
    const env = { DATABASE_URL: `postgres://${user}@${space.host}:${SOCKET_PORT}/${database}` };
    const inside = await fleet.startScheduler({ env, prefix: space.prefix });
    await second.stop();
    fleet.schedulers = [first, inside];
    await pause(8_000);
    fault();
    space.cut(SOCKET_PORT);
    await rebalanced([first]);
    await pause(10_000);
    space.heal();
    await pause(10_000);
    expect("no process ended", (await countAlive([first])) === 1);
  };
}

function cutRunner(space: Namespace, from: "nats" | "all") {
  return async ({ fleet, fault, expect, elapsedSeconds }: FaultRun): Promise<void> => {
    const [first, second] = fleet.runners;
    if (first === undefined || second === undefined) throw new Error("two runners were started");
    fleet.runners = [first, await fleet.startRunner({ prefix: space.prefix })];
    await second.stop();
    await pause(6_000);
    fault();
    space.cut(from === "nats" ? fleet.nats.port : undefined);
    expect("reported offline in 45 s", await waitUntil(() => hasRunners(fleet.api, 1), 45_000));
    await pause(Math.max(0, CUT_SECONDS - elapsedSeconds()) * 1_000);
    space.heal();
    expect("reported online in 30 s", await waitUntil(() => hasRunners(fleet.api, 2), 30_000));
    await pause(8_000);
  };
}

async function inNamespace<T>(work: (space: Namespace) => Promise<T>): Promise<T> {
  const space = createNamespace();
  try {
    return await work(space);
  } finally {
    space.remove();
  }
}

async function secondsToRespond(api: Vedette): Promise<number> {
  const startMs = performance.now();
  await list(api);
  return (performance.now() - startMs) / 1_000;
}

async function list(api: Vedette): Promise<number> {
  return (await api.request("GET", "/api/v1/monitors")).status;
}
