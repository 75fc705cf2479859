import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SOCKET_PORT } from "../../packages/server/src/platform/storage/connection.ts";
import { startTcpRelay, type TcpRelay } from "../../packages/server/test/servers/tcp-relay.ts";
import { countAlive, hasRunners } from "./fleet.ts";
import { makeNamespace, type Namespace } from "./namespace.ts";
import { areFair, type Outcome, play, type Stage, until } from "./stage.ts";

/** Processes that live, and that no word reaches any more. */

export const CUT_SECONDS = 30;

/** The proxy's own TCP goes on: it takes what both sides say, their ends too, and neither learns. */
export async function playHungProxy(): Promise<Outcome> {
  let relay: TcpRelay | undefined;
  try {
    return await play({ schedulers: 1 }, async (stage) => {
      const { socketDir, user, password, database } = stage.fleet.postgres.connection;
      relay = await startTcpRelay({ path: `${socketDir}/.s.PGSQL.${SOCKET_PORT}` });
      await hangProxy(stage, relay, `postgres://${user}:${password}@127.0.0.1:${relay.port}/${database}`);
    });
  } finally {
    await relay?.cut();
  }
}

/** One of two schedulers, over TCP, without its database. */
export function playCutScheduler(): Promise<Outcome> {
  return inNamespace((space) => play({ host: space.host }, cutScheduler(space)));
}

/** One of two runners, without NATS or without any network. */
export function playCutRunner(from: "nats" | "all"): Promise<Outcome> {
  return inNamespace((space) => play({ host: space.host }, cutRunner(space, from)));
}

async function hangProxy(
  { fleet, fault, expect, rebalanced, elapsedSeconds }: Stage,
  relay: TcpRelay,
  url: string,
): Promise<void> {
  const env = { DATABASE_URL: url };
  const [api, behind] = await Promise.all([fleet.startApi({ env }), fleet.startScheduler({ env })]);
  const beside = fleet.schedulers;
  fleet.schedulers = [...beside, behind];
  expect("shared before", await until(() => areFair(fleet.schedulers), 20_000));
  await pause(3_000);
  fault();
  relay.swallow();
  const answered = [1, 2].map(() => secondsToAnswer(api));
  await rebalanced(beside);
  await pause(Math.max(0, CUT_SECONDS - elapsedSeconds()) * 1_000);
  const slowest = Math.max(...(await Promise.all(answered)));
  expect(`each request answered in 10 s, one took ${slowest.toFixed(1)} s`, slowest <= 10);
  relay.heal();
  await rebalanced();
  expect("the API answers again in 10 s", await until(async () => (await list(api)) === 200, 10_000));
  await pause(5_000);
}

function cutScheduler(space: Namespace) {
  return async ({ fleet, fault, rebalanced, expect }: Stage): Promise<void> => {
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
  return async ({ fleet, fault, expect, elapsedSeconds }: Stage): Promise<void> => {
    const [first, second] = fleet.runners;
    if (first === undefined || second === undefined) throw new Error("two runners were started");
    fleet.runners = [first, await fleet.startRunner({ prefix: space.prefix })];
    await second.stop();
    await pause(6_000);
    fault();
    space.cut(from === "nats" ? fleet.nats.port : undefined);
    expect("reported offline in 45 s", await until(() => hasRunners(fleet.api, 1), 45_000));
    await pause(Math.max(0, CUT_SECONDS - elapsedSeconds()) * 1_000);
    space.heal();
    expect("reported online in 30 s", await until(() => hasRunners(fleet.api, 2), 30_000));
    await pause(8_000);
  };
}

async function inNamespace<T>(work: (space: Namespace) => Promise<T>): Promise<T> {
  const space = makeNamespace();
  try {
    return await work(space);
  } finally {
    space.remove();
  }
}

async function secondsToAnswer(api: Vedette): Promise<number> {
  const startMs = performance.now();
  await list(api);
  return (performance.now() - startMs) / 1_000;
}

async function list(api: Vedette): Promise<number> {
  return (await api.request("GET", "/api/v1/monitors")).status;
}
