import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeHeartbeat, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { createManualClock, type ManualClock } from "../../../test/deliveries.ts";
import { startHeartbeatScheduler } from "../../../test/heartbeats/heartbeat-scheduler.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { shardOf } from "../../platform/kernel/shard.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { RecordedResult } from "../results/recording/alerting-port.ts";
import { ensurePartitionsOf } from "../results/retention/partitions.ts";
import type { Pinged } from "./evaluated-batch.ts";
import { PINGS_CHANNEL } from "./heartbeat-engine.ts";
import { CODE_OF_KIND } from "./ping-codes.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let harness: TestDatabase;
let clock: ManualClock;
let startMs: number;
let ends: (() => Promise<void>)[];
let heartbeat: { id: string; seriesKey: number };
let recorded: RecordedResult[];
let pinged: Pinged[];
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  ends = [];
  recorded = [];
  pinged = [];
  clock = createManualClock();
  startMs = clock.now();
  const { database } = harness;
  await ensurePartitionsOf(database, [startMs, startMs + 24 * HOUR_MS, startMs + 167 * HOUR_MS]);
  await database.run(sql`truncate ping_receiver, ping_outage, heartbeat_ping, stored_target cascade`);
  heartbeat = await make();
});
afterEach(async () => {
  for (const end of ends) await end();
});
afterAll(() => harness.drop());

async function make(change: Partial<Parameters<typeof makeHeartbeat>[1]> = {}) {
  const orgId = await makeOrganization(harness.database);
  return makeHeartbeat(harness.database, { orgId, createdAt: new Date(startMs - 1), ...change });
}

async function schedule() {
  const { database } = harness;
  const scheduler = await startHeartbeatScheduler({
    ...{ database, clock },
    alerting: {
      async afterResults(_db, results) {
        return () => void recorded.push(...results);
      },
    },
    onPinged: (some) => pinged.push(...some),
  });
  ends.push(scheduler.stop);
  return scheduler;
}

/** A process received pings from the start until an instant, and stored them. */
const receiveUntil = (ms: number) =>
  harness.database.run(sql`
    insert into ping_receiver (id, committed_to, renewed_at, is_live)
    values ('00000000-0000-4000-8000-000000000001', ${new Date(ms)}, ${new Date(ms)}, true)
    on conflict (id) do update set committed_to = excluded.committed_to, renewed_at = excluded.renewed_at`);

async function ping(kind: PingKind = "success", { id } = heartbeat): Promise<void> {
  await harness.database.run(sql`
    insert into heartbeat_ping (id, heartbeat_id, shard, kind, body_bytes, pending, body_truncated, method)
    values (${newId(clock.now())}, ${id}, ${shardOf(id)}, ${CODE_OF_KIND[kind]}, 0, true, false, 'GET')`);
  await receiveUntil(clock.now());
  await wake();
}

const wake = () => harness.database.run(sql`select pg_notify(${PINGS_CHANNEL}, '')`);

/**
 * Time passes, with a process that receives pings. What it received is stored first: deadlines are evaluated once at each
 * instant of this clock, which may be before the wake.
 */
async function passMinutes(minutes: number): Promise<void> {
  await receiveUntil(clock.now() + minutes * MINUTE_MS);
  clock.move(minutes * MINUTE_MS);
  await wake();
}

const results = async ({ seriesKey } = heartbeat) => {
  const rows = await harness.database.rows<{
    slot: Date;
    status: string;
    code: string | null;
    response_us: number | null;
  }>(sql`
    select slot, status::text, details #>> '{error,code}' as code, response_us from check_result where series_key = ${seriesKey} order by slot`);
  return rows.map(({ slot, status, code }) => [
    (slot.getTime() - startMs) / MINUTE_MS,
    status === "u" ? "up" : "down",
    code,
  ]);
};
const gaps = () =>
  harness.database.rows(sql`
    select kind, reason, slots, extract(epoch from from_slot - ${new Date(startMs)})::int4 / 60 as from
    from slot_gap where series_key = ${heartbeat.seriesKey} order by from_slot`);
const status = async ({ id } = heartbeat) =>
  (await harness.database.find<{ status: string }>(sql`select status from target where id = ${id}`))?.status;

describe("pings and deadlines", () => {
  test("become results, and the status of the heartbeat follows", async () => {
    await schedule();
    await ping();
    await expect.poll(() => status()).toBe("up");
    clock.move(HOUR_MS);
    await ping("start");
    clock.move(10 * MINUTE_MS);
    await ping();
    await expect
      .poll(() => results())
      .toEqual([
        [0, "up", null],
        [60, "up", null],
      ]);
    await passMinutes(70);
    await passMinutes(1);
    await expect.poll(() => status()).toBe("down");
    expect((await results()).at(-1)).toEqual([130, "down", "HEARTBEAT_MISSED"]);
    await ping();
    await expect.poll(() => status()).toBe("up");
    expect(recorded.map((result) => result.status)).toEqual(["up", "up", "down", "up"]);
    await expect
      .poll(() => new Set(pinged.map(({ heartbeatId }) => heartbeatId)))
      .toEqual(new Set([heartbeat.id]));
    const [state] = await harness.database.rows(sql`
      select version, ping_count, last_duration_ms from heartbeat_state where id = ${heartbeat.id}`);
    expect(state).toMatchObject({ ping_count: 4, last_duration_ms: 10 * MINUTE_MS });
    expect(await harness.database.rows(sql`select from heartbeat_ping where pending`)).toEqual([]);
  });

  test("of a heartbeat that was never pinged have no results", async () => {
    await schedule();
    await passMinutes(167 * 60);
    await ping("success", await make());
    await expect.poll(() => recorded.length).toBe(1);
    expect([await status(), await results()]).toEqual(["pending", []]);
  });

  test("wait for a process that has pings in memory", async () => {
    const { engine } = await schedule();
    await ping();
    await expect.poll(() => engine.state().pingsEvaluated).toBe(1);
    const committedTo = new Date(clock.now());
    clock.move(3 * HOUR_MS);
    await harness.database.run(sql`
      insert into ping_receiver (id, committed_to, renewed_at, is_live)
      values ('00000000-0000-4000-8000-000000000002', ${committedTo}, ${new Date(clock.now())}, true)`);
    await ping("success", await make());
    await expect.poll(() => engine.state().pingsEvaluated).toBe(2);
    expect(await status()).toBe("up");
  });

  test("of a job that fails make it down, until it succeeds", async () => {
    await schedule();
    await ping("fail");
    await expect.poll(() => status()).toBe("down");
    clock.move(MINUTE_MS);
    await ping();
    await expect.poll(() => status()).toBe("up");
    expect(await results()).toEqual([
      [0, "down", "HEARTBEAT_FAILED"],
      [1, "up", null],
    ]);
  });
});

describe("while no process received pings", () => {
  test("slots are missed and nothing alarms until the grace time has passed since", async () => {
    const first = await schedule();
    await ping();
    await expect.poll(() => status()).toBe("up");
    await first.stop();
    clock.move(5 * HOUR_MS);
    await harness.database.run(sql`
      insert into ping_outage (from_at, to_at) values (${new Date(startMs + 1)}, ${new Date(clock.now())})`);
    await schedule();
    await passMinutes(9);
    await passMinutes(0);
    await expect.poll(() => status()).toBe("up");
    await passMinutes(70);
    await passMinutes(1);
    await expect.poll(() => status()).toBe("down");
    expect(await gaps()).toEqual([{ kind: "missed", reason: "stopped", slots: 5, from: 60 }]);
    expect(await results()).toEqual([
      [0, "up", null],
      [360, "down", "HEARTBEAT_MISSED"],
    ]);
  });
});

describe("several schedulers", () => {
  test("with the same shards store every slot once, and agree", async () => {
    const engines = [await schedule(), await schedule()];
    const others = [await make(), await make(), await make()];
    for (let hour = 0; hour < 3; hour += 1) {
      await Promise.all([heartbeat, ...others].map((each) => ping("success", each)));
      await expect
        .poll(async () => (await harness.database.rows(sql`select from heartbeat_ping where pending`)).length)
        .toBe(0);
      clock.move(HOUR_MS);
    }
    await passMinutes(10);
    await passMinutes(1);
    for (const each of [heartbeat, ...others]) {
      await expect.poll(() => status(each)).toBe("down");
      expect(await results(each)).toEqual([
        [0, "up", null],
        [60, "up", null],
        [120, "up", null],
        [180, "down", "HEARTBEAT_MISSED"],
      ]);
    }
    expect(engines).toHaveLength(2);
  });

  test("continue one after the other from what is stored", async () => {
    const first = await schedule();
    await ping("start");
    await expect.poll(() => first.engine.state().pingsEvaluated).toBe(1);
    await first.stop();
    clock.move(5 * MINUTE_MS);
    await ping();
    await schedule();
    await expect.poll(() => results()).toEqual([[0, "up", null]]);
    const [row] = await harness.database.rows(
      sql`select response_us from check_result where series_key = ${heartbeat.seriesKey}`,
    );
    expect(row).toEqual({ response_us: 5 * MINUTE_MS * 1_000 });
  });
});

describe("a heartbeat that cannot be evaluated", () => {
  test.each([
    [
      "an unknown schedule",
      (id: string) =>
        sql`update heartbeat set schedule = '{"type": "cron", "expression": "never", "timezone": "UTC"}' where id = ${id}`,
    ],
    [
      "broken progress",
      (id: string) => sql`
      insert into heartbeat_state (id, version, ping_count, runs, planned_schedule, planned_since)
      values (${id}, 1, 1, '7', '{"type": "period", "seconds": 60}', now())`,
    ],
  ])("because of %s does not hold up the others", async (_name, breakIt) => {
    await harness.database.run(breakIt(heartbeat.id));
    const other = await make();
    await schedule();
    await ping();
    await ping("success", other);
    await expect.poll(() => status(other)).toBe("up");
    expect(await status()).toBe("pending");
  });

  test("because it was deleted leaves no ping to evaluate", async () => {
    const { engine } = await schedule();
    await harness.database.run(sql`delete from stored_target where id = ${heartbeat.id}`);
    await ping();
    await expect.poll(() => engine.state().pingsEvaluated).toBe(1);
    expect(await harness.database.rows(sql`select from heartbeat_ping where pending`)).toEqual([]);
  });
});
