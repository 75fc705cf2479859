import type { ApiResponse } from "../../e2e/harness/api-client.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { natsServerMissing } from "../../packages/server/test/servers/nats-server.ts";
import type { Verdict } from "../harness/report.ts";
import { type Fleet, hasRunners, LOCATION, startFleet } from "../scale/fleet.ts";
import type { Fault } from "./fault.ts";
import { equal, mustBecome, none } from "./measuring/verdicts.ts";
import { lockTable } from "./processes/table-lock.ts";

/** `vedette` is the running API. PostgreSQL runs on when it is killed. */
type Server = { fleet: Fleet; vedette: Vedette };

const CONCURRENT = 10;
const WRITES = 60;
/** Of so many writes the client has a response when the API is killed; others are committed, running or waiting. */
const KILL_AFTER = [1, 15, 40];

export const fault: Fault = {
  name: "f04",
  what: "kill -9 of the API in writes, which the client sends again with their Idempotency-Key",
  missing: natsServerMissing,
  async run() {
    const fleet = await startFleet({ schedulers: 0, runners: 1 });
    try {
      const server = { fleet, vedette: fleet.api };
      await knowsLocation(server);
      const verdicts = [...(await killBeforeCommit(server)), ...(await sendAtOnce(server))];
      for (const after of KILL_AFTER) verdicts.push(...(await killAmongWrites(server, after)));
      return verdicts;
    } finally {
      await fleet.stop();
    }
  },
};

async function killBeforeCommit(server: Server): Promise<Verdict[]> {
  const lock = await lockTable(server.fleet.postgres.connection, { table: "monitor", from: "writes" });
  const writing = write(server, "blocked").catch(() => null);
  await mustBecome("the write waits in its transaction", async () => (await lock.countWaiting()) > 0);
  await server.vedette.kill9();
  await lock.release();
  const first = await writing;
  await restart(server);
  const before = await count(server, "blocked");
  const retried = await write(server, "blocked");
  const again = await write(server, "blocked");
  const other = await write(server, "blocked", { interval: 120 });
  return [
    equal("killed before the commit: response", { measured: first?.status ?? "none", goal: "none" }),
    none("killed before the commit: resources", before),
    equal("the retry creates it", {
      measured: `${retried.status}, ${await count(server, "blocked")}`,
      goal: "201, 1",
    }),
    equal("a further retry returns the first response", {
      measured: again.text === retried.text,
      goal: true,
    }),
    // docs/adr/0017-idempotency-in-the-transaction.md and the contract of the API.
    equal("the same key with another body (400 in this API, not 422)", { measured: other.status, goal: 400 }),
  ];
}

async function sendAtOnce(server: Server): Promise<Verdict[]> {
  const responses = await Promise.all(Array.from({ length: CONCURRENT }, () => write(server, "at-once")));
  return [
    equal(`${CONCURRENT} requests at once with one key (the later ones wait for the first, instead of 409)`, {
      measured: [...new Set(responses.map(({ status, text }) => `${status} ${text}`))].length,
      goal: 1,
    }),
    equal("resources of these", { measured: await count(server, "at-once"), goal: 1 }),
  ];
}

/** Sends writes at once and kills the API among them; then sends each again. */
async function killAmongWrites(server: Server, after: number): Promise<Verdict[]> {
  const names = Array.from({ length: WRITES }, (_, index) => `among-${after}-${index}`);
  const isKilled = Promise.withResolvers<void>();
  let responses = 0;
  const writing = names.map(async (name) => {
    const response = await write(server, name).catch(() => null);
    responses += 1;
    if (responses === after) {
      server.vedette.killNow();
      isKilled.resolve();
    }
    return response;
  });
  await isKilled.promise;
  await server.vedette.kill9();
  const first = await Promise.all(writing);
  await restart(server);
  const kept = await countAll(server, names);
  const retried = await Promise.all(names.map((name) => write(server, name)));
  const changed = first.filter(
    (response, index) => response !== null && response.text !== retried[index]?.text,
  );
  const answered = first.filter((response) => response?.status === 201).length;
  const counts = await countAll(server, names);
  return [
    none(
      `killed among ${WRITES} writes (${answered} answered, ${sum(kept)} committed): answered ones that the retry changes`,
      changed,
    ),
    none(
      "answered ones that were lost",
      first.filter((each, index) => each?.status === 201 && kept[index] !== 1),
    ),
    equal("resources of each after the retry", { measured: [...new Set(counts)], goal: 1 }),
  ];
}

function write({ vedette }: Server, name: string, fields: object = {}): Promise<ApiResponse> {
  return vedette.requestWith({
    ...{ method: "POST", path: "/api/v1/monitors", headers: { "idempotency-key": name } },
    body: {
      name,
      type: "url",
      url: "http://127.0.0.1:9/",
      interval: 3_600,
      enabled: false,
      locations: [LOCATION],
      ...fields,
    },
  });
}

async function restart(server: Server): Promise<void> {
  server.vedette = await server.fleet.startApi();
  await knowsLocation(server);
}

/** Monitors are only accepted at a location that has a runner. */
function knowsLocation({ vedette }: Server): Promise<void> {
  return mustBecome("the API knows the runner", () => hasRunners(vedette, 1));
}

async function count(server: Server, name: string): Promise<number> {
  return (await countAll(server, [name]))[0] ?? 0;
}

/** The number of monitors with each of these names. */
async function countAll({ vedette }: Server, names: readonly string[]): Promise<number[]> {
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await vedette.request("GET", `/api/v1/monitors?limit=200${after}`);
    const { data, meta } = body as { data: { name: string }[]; meta: { next_cursor: string | null } };
    found.push(...data.map(({ name }) => name));
    cursor = meta.next_cursor;
  }
  return names.map((name) => found.filter((each) => each === name).length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
