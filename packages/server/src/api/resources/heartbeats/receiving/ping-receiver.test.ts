import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeHeartbeat, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { createManualClock, type ManualClock } from "../../../../../test/deliveries.ts";
import { testVault } from "../../../../../test/vault.ts";
import { readReception } from "../../../../pipeline/heartbeats/queries.ts";
import { ensurePartitions } from "../../../../pipeline/results/retention/partitions.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { silentLogger } from "../../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { PingReceiver } from "./ping-receiver.ts";
import { BODY_READ_BYTES_MAX, type ReceivedPing } from "./received-ping.ts";

let harness: TestDatabase;
let clock: ManualClock;
let heartbeat: { id: string; pingId: string };
let receivers: PingReceiver[];
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  receivers = [];
  clock = createManualClock();
  await ensurePartitions(harness.database, clock.now());
  await harness.database.run(sql`truncate ping_receiver, ping_outage`);
  heartbeat = await makeHeartbeat(harness.database, { orgId: await makeOrganization(harness.database) });
});
afterEach(() => Promise.all(receivers.map((receiver) => receiver.stop(clock.monotonic()))));
afterAll(() => harness.drop());

/** A receiver whose database can be away. Statements about receivers fail like all others then. */
async function receive() {
  let isAway = false;
  const guard =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isAway ? Promise.reject(new AppError("SERVICE_UNAVAILABLE", "away")) : work(...args);
  const { database: real } = harness;
  const guarded: Pick<Db, "rows" | "run" | "find"> = {
    rows: guard((statement) => real.rows(statement)) as Db["rows"],
    run: guard((statement) => real.run(statement)),
    find: guard((statement) => real.find(statement)) as Db["find"],
  };
  const database: Database = { ...real, ...guarded };
  const receiver = new PingReceiver({
    ...{ database, clock, log: silentLogger, vault: testVault() },
    publish: () => undefined,
    ...{ retryMaxMs: 100, renewIntervalMs: 50 },
  });
  receivers.push(receiver);
  await receiver.start();
  return {
    receiver,
    setAway: (away: boolean) => {
      isAway = away;
    },
    ping: (change: Partial<ReceivedPing> = {}) =>
      receiver.receive({
        address: { by: "uuid", uuid: heartbeat.pingId },
        ...{ action: null, rid: null, durationMs: null, isCreating: false },
        ...{ method: "GET", source: "192.0.2.1", userAgent: null, body: Buffer.alloc(0), bodyBytes: 0 },
        ...change,
      }),
  };
}

const stored = async () =>
  (
    await harness.database.rows<{ rid: string | null }>(
      sql`select rid from heartbeat_ping where heartbeat_id = ${heartbeat.id} order by id`,
    )
  ).map(({ rid }) => rid);

describe("while the database is away", () => {
  test("pings are accepted and stored later, in their order and with their time", async () => {
    const { ping, setAway } = await receive();
    expect(await ping()).toEqual({ status: "stored", bodyBytesMax: 10_000 });
    setAway(true);
    const rids = Array.from({ length: 20 }, () => randomUUID());
    const receivedMs = clock.now();
    const answers = await Promise.all(rids.map((rid) => ping({ rid })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["accepted"]));
    clock.move(5_000);
    setAway(false);
    await expect.poll(stored).toEqual([null, ...rids]);
    const rows = await harness.database.rows<{ at: number }>(
      sql`select distinct ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::int8 as at from heartbeat_ping
        where heartbeat_id = ${heartbeat.id}`,
    );
    expect(rows.map(({ at }) => Number(at))).toEqual([receivedMs]);
    expect((await ping()).status).toBe("stored");
  });

  test("for more than a minute, pings are rejected, and the time is recorded as an outage", async () => {
    const { ping, setAway } = await receive();
    setAway(true);
    const rid = randomUUID();
    expect((await ping({ rid })).status).toBe("accepted");
    clock.move(59_999);
    expect((await ping()).status).toBe("accepted");
    clock.move(1);
    const rejectedFromMs = clock.now();
    expect((await ping()).status).toBe("unavailable");
    clock.move(30_000);
    expect((await ping()).status).toBe("unavailable");
    setAway(false);
    await expect.poll(stored).toEqual([rid, null]);
    expect((await ping()).status).toBe("stored");
    const read = () => readReception(harness.database, clock.now());
    await expect
      .poll(async () => (await read()).outages, { timeout: 5_000 })
      .toEqual([{ fromMs: rejectedFromMs, toMs: clock.now() }]);
  });

  test("no more than a number of pings and of bytes are kept in memory", async () => {
    const { ping, setAway } = await receive();
    setAway(true);
    const body = Buffer.alloc(BODY_READ_BYTES_MAX, "x");
    await ping();
    let accepted = 0;
    while (accepted < 1_000 && (await ping({ body })).status === "accepted") accepted += 1;
    expect(accepted).toBe(Math.ceil((64 * 1_048_576) / BODY_READ_BYTES_MAX));
    setAway(false);
    await expect.poll(stored, { timeout: 5_000 }).toHaveLength(accepted + 1);
    expect((await ping({ body })).status).toBe("stored");
  });
});

test("a ping that is received twice by different processes is stored twice, and by one only once", async () => {
  const [one, other] = [await receive(), await receive()];
  await Promise.all([one.ping(), other.ping()]);
  expect(await stored()).toEqual([null, null]);
});

test("a ping of a day without a partition is stored", async () => {
  const { ping } = await receive();
  clock.move(40 * 86_400_000);
  expect((await ping()).status).toBe("stored");
});

test("stopping stores the pings that wait, and then accepts none", async () => {
  const { receiver, ping } = await receive();
  const waiting = ping();
  await receiver.stop(clock.monotonic() + 1_000);
  expect((await waiting).status).toBe("stored");
  expect((await ping()).status).toBe("unavailable");
});

describe("schedulers know", () => {
  const reception = () => readReception(harness.database, clock.now());

  test("until when pings are stored: the oldest that waits, of the slowest process", async () => {
    const startMs = clock.now();
    const [slow] = [await receive(), await receive()];
    slow.setAway(true);
    await slow.ping();
    clock.move(4_000);
    await expect
      .poll(
        async () =>
          (
            await harness.database.rows(
              sql`select from ping_receiver where committed_to > ${new Date(startMs)}`,
            )
          ).length,
        { timeout: 5_000 },
      )
      .toBe(1);
    expect((await reception()).horizonMs).toBe(startMs);
    // A process that cannot renew for ten seconds has its pings in memory, and holds up the others no longer.
    clock.move(10_001);
    await expect.poll(async () => (await reception()).horizonMs, { timeout: 5_000 }).toBe(clock.now());
  });

  test("when no process received pings, and not when another one did", async () => {
    const first = await receive();
    clock.move(2_000);
    const second = await receive();
    await first.receiver.stop(clock.monotonic());
    expect((await reception()).outages).toEqual([]);
    await second.receiver.stop(clock.monotonic());
    const stoppedMs = clock.now();
    clock.move(600_000);
    expect((await reception()).horizonMs).toBe(stoppedMs);
    await receive();
    expect(await reception()).toEqual({
      horizonMs: clock.now(),
      outages: [{ fromMs: stoppedMs, toMs: clock.now() }],
    });
  });
});
