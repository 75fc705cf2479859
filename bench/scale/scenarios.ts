import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SOCKET_PORT } from "../../packages/server/src/storage/connection.ts";
import { startTcpRelay, type TcpRelay } from "../../packages/server/test/tcp-relay.ts";
import { LOCATION } from "./fleet.ts";
import { makeNamespace, type Namespace, namespaceMissing } from "./namespace.ts";
import { areFair, type Outcome, play, type Stage, until } from "./stage.ts";

/** What goes wrong, and what has to come of it besides no slot lost or doubled and no alert. */
export type Scenario = {
  /** By which it is asked for: that of the fault in the threat model. */
  name: string;
  what: string;
  expected: string;
  /** From the fault until every monitor at 1 s is checked again. */
  backWithinSeconds: number;
  /** Whether no slot may be missed. */
  missesNone?: boolean;
  /** Why it cannot be played here. */
  missing?: () => string | null;
  run(): Promise<Outcome>;
};

/** How long NATS and PostgreSQL are away. */
const NATS_DOWN_SECONDS = 10;
const POSTGRES_DOWN_SECONDS = 30;
const CUT_SECONDS = 30;

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "f01",
    what: "kill -9 of one of two schedulers, another one after",
    expected: "back in 15 s",
    backWithinSeconds: 15,
    run: () => play({}, killScheduler),
  },
  {
    name: "f02",
    what: "kill -9 of one of two runners, another one after",
    expected: "back in 15 s",
    backWithinSeconds: 15,
    run: () => play({}, killRunner),
  },
  {
    name: "f05",
    what: `PostgreSQL stopped at once, started after ${POSTGRES_DOWN_SECONDS} s`,
    expected: "back 15 s after it; API 503, /readyz false in 5 s, /healthz true; no process ends",
    backWithinSeconds: POSTGRES_DOWN_SECONDS + 15,
    run: () => play({}, stopPostgres),
  },
  {
    name: "f05-nats",
    what: `kill -9 of NATS, started after ${NATS_DOWN_SECONDS} s`,
    expected: "back 15 s after it; no process ends",
    backWithinSeconds: NATS_DOWN_SECONDS + 15,
    run: () => play({}, killNats),
  },
  {
    name: "f06",
    what: `a proxy before PostgreSQL hangs for ${CUT_SECONDS} s: API and one of two schedulers`,
    expected: "the other has all shards in 25 s; no request waits over 10 s; healed by itself",
    backWithinSeconds: 25,
    run: playHungProxy,
  },
  {
    name: "f06-cut",
    what: `one of two schedulers cut off from PostgreSQL for ${CUT_SECONDS} s`,
    expected: "the other has all shards in 25 s; healed by itself",
    backWithinSeconds: 25,
    missing: namespaceMissing,
    run: () => inNamespace((space) => play({ host: space.host }, cutScheduler(space))),
  },
  {
    name: "f09",
    what: `one of two runners cut off from NATS for ${CUT_SECONDS} s`,
    expected: "the other takes over in 20 s; known as gone in 45 s; healed by itself",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => inNamespace((space) => play({ host: space.host }, cutRunner(space, "nats"))),
  },
  {
    name: "f09-all",
    what: `one of two runners cut off from all, targets too, for ${CUT_SECONDS} s`,
    expected: "as before; what it found meanwhile blames nobody",
    backWithinSeconds: 20,
    missing: namespaceMissing,
    run: () => inNamespace((space) => play({ host: space.host }, cutRunner(space, "all"))),
  },
  {
    name: "f14",
    what: "three schedulers at once, then one of them is stopped",
    expected: "shared at once; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => play({ schedulers: 1 }, addSchedulers),
  },
  {
    name: "f20",
    what: "each scheduler and runner is replaced: a new one, then SIGTERM",
    expected: "exit 0; no slot missed",
    backWithinSeconds: 2,
    missesNone: true,
    run: () => play({}, replaceAll),
  },
];

async function killScheduler({ fleet, fault, rebalanced }: Stage): Promise<void> {
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

async function killRunner({ fleet, fault, expect }: Stage): Promise<void> {
  const [victim, ...others] = fleet.runners;
  fault();
  await victim?.kill9();
  fleet.runners = others;
  expect("told as gone in 45 s", await until(() => hasRunners(fleet.api, others.length), 45_000));
  await pause(5_000);
  fleet.runners.push(await fleet.startRunner());
  await pause(5_000);
}

async function stopPostgres({ fleet, fault, expect, rebalanced, elapsedSeconds }: Stage): Promise<void> {
  const { api, schedulers, runners, postgres } = fleet;
  fault();
  await postgres.stopAtOnce();
  const isDown = async () => (await api.request("GET", "/readyz")).status === 503;
  expect("/readyz 503 in 5 s", (await until(isDown, 5_000)) && elapsedSeconds() < 6);
  const answer = await api.request("GET", "/api/v1/monitors");
  expect(
    `API 503 with Retry-After, was ${answer.status}`,
    answer.status === 503 && answer.headers.has("retry-after"),
  );
  expect("/healthz 200", (await api.request("GET", "/healthz")).status === 200);
  await pause(POSTGRES_DOWN_SECONDS * 1_000 - elapsedSeconds() * 1_000);
  await postgres.start();
  await rebalanced();
  await pause(10_000);
  expect("no process ended", (await running([api, ...schedulers, ...runners])) === 5);
}

async function killNats({ fleet, fault, expect }: Stage): Promise<void> {
  const { api, schedulers, runners, nats } = fleet;
  fault();
  await nats.kill();
  await pause(NATS_DOWN_SECONDS * 1_000);
  await nats.restart();
  await pause(20_000);
  expect("no process ended", (await running([api, ...schedulers, ...runners])) === 5);
}

/** The proxy's own TCP goes on: it takes what both sides say, their ends too, and neither learns. */
async function playHungProxy(): Promise<Outcome> {
  let relay: TcpRelay | undefined;
  try {
    return await play({ schedulers: 1 }, async (stage) => {
      const { socketDir, user, database } = stage.fleet.postgres.connection;
      relay = await startTcpRelay({ path: `${socketDir}/.s.PGSQL.${SOCKET_PORT}` });
      await hangProxy(stage, relay, `postgres://${user}@127.0.0.1:${relay.port}/${database}`);
    });
  } finally {
    await relay?.cut();
  }
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
    expect("no process ended", (await running([first])) === 1);
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
    expect("told as gone in 45 s", await until(() => hasRunners(fleet.api, 1), 45_000));
    await pause(Math.max(0, CUT_SECONDS - elapsedSeconds()) * 1_000);
    space.heal();
    expect("told as there again in 30 s", await until(() => hasRunners(fleet.api, 2), 30_000));
    await pause(8_000);
  };
}

async function addSchedulers({ fleet, fault, rebalanced, expect }: Stage): Promise<void> {
  fault();
  fleet.schedulers.push(...(await Promise.all([fleet.startScheduler(), fleet.startScheduler()])));
  await rebalanced();
  await pause(8_000);
  const leaving = fleet.schedulers.shift();
  const ending = await leaving?.stop();
  expect(`exit 0, was ${ending?.code}`, ending?.code === 0);
  await rebalanced();
  await pause(8_000);
}

async function replaceAll({ fleet, fault, rebalanced, expect }: Stage): Promise<void> {
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

async function inNamespace<T>(work: (space: Namespace) => Promise<T>): Promise<T> {
  const space = makeNamespace();
  try {
    return await work(space);
  } finally {
    space.remove();
  }
}

async function hasRunners(api: Vedette, wanted: number): Promise<boolean> {
  const { body } = await api.request("GET", "/api/v1/locations");
  const { data = [] } = body as { data?: { id: string; runners: number }[] };
  return data.some(({ id, runners }) => id === LOCATION && runners === wanted);
}

async function secondsToAnswer(api: Vedette): Promise<number> {
  const startMs = performance.now();
  await list(api);
  return (performance.now() - startMs) / 1_000;
}

async function list(api: Vedette): Promise<number> {
  return (await api.request("GET", "/api/v1/monitors")).status;
}

/** How many of them still answer that they are alive. */
async function running(all: readonly Vedette[]): Promise<number> {
  const alive = all.map(async (each) => (await each.request("GET", "/healthz")).status === 200);
  return (await Promise.all(alive)).filter(Boolean).length;
}
