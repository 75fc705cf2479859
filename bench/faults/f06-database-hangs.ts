import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { SOCKET_PORT } from "../../packages/server/src/platform/storage/connection.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import { startTcpRelay, type TcpRelay } from "../../packages/server/test/servers/tcp-relay.ts";
import type { Verdict } from "../harness/report.ts";
import { areShardsBalanced, type FaultRun, runFault } from "../scale/fault-run.ts";
import { LOCATION } from "../scale/fleet.ts";
import type { Fault } from "./fault.ts";
import { verdictsOfLoad } from "./measuring/slot-verdicts.ts";
import { equal, mustBecome, none, secondsUntil, within } from "./measuring/verdicts.ts";
import { lockTable } from "./processes/table-lock.ts";

const HUNG_SECONDS = 30;
const REQUEST_SECONDS = 10;
const RECOVERED_SECONDS = 15;
/** A server behind a hanging proxy frees the locks of its sessions after 20 s: docs/adr/0037-roles-as-processes.md. */
const TAKEN_OVER_SECONDS = 25;
/** Three times the connections of the pool. */
const REQUESTS = 30;
const SETTLE_MS = 15_000;

export const fault: Fault = {
  name: "f06",
  what: `a proxy in front of PostgreSQL that hangs for ${HUNG_SECONDS} s, and a pool without a free connection`,
  missing: natsServerMissing,
  run: async () => [
    ...(await underLoad(hangProxy, { schedulers: 1, backWithinSeconds: TAKEN_OVER_SECONDS })),
    ...(await underLoad(exhaustPool, { schedulers: 2, backWithinSeconds: 2 })),
  ],
};

async function underLoad(
  cause: (run: FaultRun) => Promise<Verdict[]>,
  { schedulers, backWithinSeconds }: { schedulers: number; backWithinSeconds: number },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const outcome = await runFault({ schedulers }, async (run) => {
    verdicts.push(...(await cause(run)));
  });
  return [...verdicts, ...verdictsOfLoad(outcome, { backWithinSeconds })];
}

/** The proxy serves another API and one of two schedulers. It acknowledges everything and forwards nothing. */
async function hangProxy(run: FaultRun): Promise<Verdict[]> {
  const { socketDir, user, password, database } = run.fleet.postgres.connection;
  const relay = await startTcpRelay({ path: `${socketDir}/.s.PGSQL.${SOCKET_PORT}` });
  try {
    const env = { DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${relay.port}/${database}` };
    return await hangWhileProxied(run, { relay, env });
  } finally {
    await relay.cut();
  }
}

async function hangWhileProxied(
  { fleet, target, fault, elapsedSeconds }: FaultRun,
  { relay, env }: { relay: TcpRelay; env: Record<string, string> },
): Promise<Verdict[]> {
  const [api, proxied] = await Promise.all([fleet.startApi({ env }), fleet.startScheduler({ env })]);
  const direct = fleet.schedulers;
  fleet.schedulers = [...direct, proxied];
  await mustBecome("the shards are balanced", () => areShardsBalanced(fleet.schedulers));
  await pause(3_000);
  fault();
  relay.swallow();
  const responding = readUntil(api, () => elapsedSeconds() < HUNG_SECONDS);
  const taken = await secondsUntil(() => areShardsBalanced(direct), 2 * TAKEN_OVER_SECONDS);
  const responses = await responding;
  relay.heal();
  const works = await secondsUntil(async () => (await read(api)).status === 200, 60);
  const shared = await secondsUntil(() => areShardsBalanced(fleet.schedulers), 60);
  // Its first check needs a NOTIFY from the API, and the scheduler of its shard must hear it.
  const noticed = await secondsUntilChecked(api, target);
  await pause(SETTLE_MS);
  return [
    within(`slowest of ${responses.length} responses while the proxy hangs`, {
      seconds: Math.max(...responses.map(({ seconds }) => seconds)),
      limit: REQUEST_SECONDS,
    }),
    none(
      "other statuses than 503 of these after the first 10 s",
      responses.slice(1).filter(({ status }) => status !== 503),
    ),
    within("the other scheduler holds all shards", { seconds: taken, limit: TAKEN_OVER_SECONDS }),
    within("the API works again after the proxy does, over new connections", {
      seconds: works,
      limit: RECOVERED_SECONDS,
    }),
    within("the scheduler takes its shards again", { seconds: shared, limit: RECOVERED_SECONDS }),
    within("a new monitor is checked at once: LISTEN works again", { seconds: noticed, limit: 5 }),
  ];
}

/** A lock holds up every read of monitors, so each connection of the API's pool is in use. */
async function exhaustPool({ fleet, target, fault }: FaultRun): Promise<Verdict[]> {
  const { api, postgres } = fleet;
  fault();
  const lock = await lockTable(postgres.connection, { table: "monitor", from: "all" });
  const responses = await Promise.all(Array.from({ length: REQUESTS }, () => read(api)));
  const health = await api.request("GET", "/healthz");
  // For the analysis of a fault.
  for (const { mayRetry, text } of responses) if (!mayRetry) process.stderr.write(`${text}\n`);
  await lock.release();
  const works = await secondsUntil(async () => (await read(api)).status === 200, 60);
  const noticed = await secondsUntilChecked(api, target);
  await pause(SETTLE_MS);
  return [
    within(`slowest of ${REQUESTS} requests at once without a free connection`, {
      seconds: Math.max(...responses.map(({ seconds }) => seconds)),
      limit: REQUEST_SECONDS,
    }),
    equal("their status", { measured: [...new Set(responses.map(({ status }) => status))], goal: 503 }),
    none(
      "of these without Retry-After",
      responses.filter(({ mayRetry }) => !mayRetry),
    ),
    equal("/healthz meanwhile", { measured: health.status, goal: 200 }),
    within("the API works again afterwards", { seconds: works, limit: RECOVERED_SECONDS }),
    within("a new monitor is checked at once afterwards", { seconds: noticed, limit: 5 }),
  ];
}

type Timed = { status: number; seconds: number; mayRetry: boolean; text: string };

async function read(api: Vedette): Promise<Timed> {
  const startMs = performance.now();
  const { status, headers, text } = await api.request("GET", "/api/v1/monitors");
  return {
    status,
    seconds: (performance.now() - startMs) / 1_000,
    mayRetry: headers.has("retry-after"),
    text,
  };
}

async function readUntil(api: Vedette, isGoingOn: () => boolean): Promise<Timed[]> {
  const responses: Timed[] = [];
  while (isGoingOn()) responses.push(...(await Promise.all([read(api), read(api), read(api)])));
  return responses;
}

/** Creates a monitor, and returns the seconds until its first check. */
async function secondsUntilChecked(api: Vedette, target: FaultRun["target"]): Promise<number> {
  const path = `/?noticed-${performance.now()}`;
  const fields = {
    name: path,
    type: "url",
    url: `${target.url}${path}`,
    interval: 3_600,
    locations: [LOCATION],
  };
  const { status, text } = await api.request("POST", "/api/v1/monitors", fields);
  if (status !== 201) throw new Error(`the monitor was rejected: ${text}`);
  return secondsUntil(() => target.requests.has(path), 60);
}
