import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { isMissingPartition } from "../recording/queries.ts";
import { rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { HOUR_ROLLUP_DAYS } from "../stats/window.ts";
import { DAY_ROLLUP_DAYS, dropExpired } from "./expiry.ts";
import { ensurePartitions, ensurePartitionsOf } from "./partitions.ts";
import { DELETE_MAX, listPartitionDays, type PartitionedTable } from "./queries.ts";

const NOW_MS = Date.parse("2026-11-21T23:30:00Z");

let harness: TestDatabase;
let database: Database;
let orgId: string;

beforeEach(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
});
afterEach(() => harness.drop());

const days = async (table: PartitionedTable = "check_result") =>
  (await listPartitionDays(database, table)).map((row) => row.day);
const ago = (count: number) => new Date(NOW_MS - count * DAY_MS);

async function count(table: Sql): Promise<number> {
  return (await database.find<{ n: number }>(sql`select count(*) as n from ${table}`))?.n ?? -1;
}

async function makeSeries(): Promise<number> {
  return (await makeMonitor(database, { orgId })).seriesKeys[0] ?? 0;
}

const insertStep = (runId: string) =>
  database.run(sql`
    insert into run_step (run_id, attempt, index, name, action, status)
    values (${runId}, 1, 0, 'GET /', 'request', 'passed')`);

const insertRun = (id: string, isOpen: boolean) =>
  database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, stage, max_attempts,
      timeout_ms, queued_at, finished_at)
    values (${id}, ${orgId}, ${newId(NOW_MS)}, 'api_monitor', 'default', 'schedule', ${ago(0)},
      ${isOpen ? "running" : "passed"}, ${isOpen ? "queued" : null}, 1, 1000, ${ago(0)},
      ${isOpen ? null : ago(0)})`);

describe("ensurePartitions", () => {
  test("creates the days from yesterday to three ahead, and repeating it changes nothing", async () => {
    await ensurePartitions(database, NOW_MS);
    const made = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"];
    expect(await days()).toEqual(made);
    await ensurePartitions(database, NOW_MS);
    expect(await days()).toEqual(made);
    await ensurePartitions(database, NOW_MS + DAY_MS);
    expect(await days()).toEqual([...made, "2026-11-25"]);
  });

  test("a partition starts and ends at midnight UTC and rejects a second result of a slot", async () => {
    await ensurePartitionsOf(database, [NOW_MS]);
    const seriesKey = await makeSeries();
    const result = { seriesKey, status: "up", responseUs: 1 } as const;
    const first = Date.parse("2026-11-21T00:00:00Z");
    await insertResults(
      database,
      [first, first + DAY_MS - 1].map((slotMs) => ({ ...result, slotMs })),
    );
    await expect(insertResults(database, [{ ...result, slotMs: first - 1 }])).rejects.toThrow(/no partition/);
    await expect(insertResults(database, [{ ...result, slotMs: first + DAY_MS }])).rejects.toThrow(
      /no partition/,
    );
    await expect(insertResults(database, [{ ...result, slotMs: first }])).rejects.toThrow(/duplicate/);
  });

  test("steps of a run are stored in the partition of the day in the run's id", async () => {
    await ensurePartitionsOf(database, [NOW_MS]);
    expect(await days("run_step")).toEqual(["2026-11-21"]);
    const first = Date.parse("2026-11-21T00:00:00Z");
    await insertStep(newId(first));
    await insertStep(newId(first + DAY_MS - 1));
    expect(await count(sql`run_step_20261121`)).toBe(2);
    for (const outside of [first - 1, first + DAY_MS]) {
      const failure = await insertStep(newId(outside)).catch((error: unknown) => error);
      expect(isMissingPartition(failure)).toBe(true);
    }
  });

  test("can run in many processes at once while results are inserted", async () => {
    await ensurePartitionsOf(database, [NOW_MS]);
    const seriesKey = await makeSeries();
    await database.transaction(async (db) => {
      await insertResults(db, [{ seriesKey, slotMs: NOW_MS, status: "up", responseUs: 1 }]);
      // The inserting transaction stays open until all of these are done.
      await Promise.all([1, 2, 3, 4].map(() => ensurePartitions(database, NOW_MS)));
    });
    expect(await days()).toHaveLength(5);
    expect(await count(sql`check_result`)).toBe(1);
  });
});

describe("dropExpired", () => {
  async function rollUpAll(): Promise<void> {
    while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
  }

  async function makeOldResults(ages: readonly number[]): Promise<void> {
    const seriesKey = await makeSeries();
    const slots = ages.map((age) => NOW_MS - age * DAY_MS);
    await ensurePartitionsOf(database, slots);
    await insertResults(
      database,
      slots.map((slotMs) => ({ seriesKey, slotMs, status: "up", responseUs: 1 })),
    );
  }

  test("drops the days that lie completely before the retention", async () => {
    await makeOldResults([12, 11, 10, 9, 0]);
    await rollUpAll();
    await dropExpired(database, NOW_MS, 10);
    expect(await days()).toEqual(["2026-11-11", "2026-11-12", "2026-11-21"]);
    expect(await count(sql`check_result`)).toBe(3);
    expect(await count(sql`result_rollup_hour`)).toBe(4);
  });

  test("deletes the kept responses of the days that it drops", async () => {
    await makeOldResults([12, 11, 10, 0]);
    await database.run(sql`
      insert into result_body (series_key, slot, headers, body, body_truncated)
      select series_key, slot, '{}', 'hello', false from check_result`);
    await dropExpired(database, NOW_MS, 10);
    expect(await count(sql`result_body`)).toBe(4);
    await rollUpAll();
    await dropExpired(database, NOW_MS, 10);
    expect(await count(sql`check_result`)).toBe(2);
    expect(await count(sql`result_body`)).toBe(2);
  });

  test("keeps results that are not rolled up, at any age", async () => {
    await makeOldResults([12, 11, 0]);
    await dropExpired(database, NOW_MS, 1);
    expect(await days()).toHaveLength(3);
    // In the middle of the second day.
    for (let steps = 0; steps < 10; steps++) await rollUpNextChunk(database, NOW_MS);
    await dropExpired(database, NOW_MS, 1);
    expect(await days()).toEqual(["2026-11-10", "2026-11-21"]);
  });

  test("never drops the days that statistics read exactly", async () => {
    await makeOldResults([4, 3, 2, 1, 0]);
    await rollUpAll();
    await dropExpired(database, NOW_MS, 0);
    expect(await days()).toEqual(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]);
  });

  test("gives up instead of blocking readers, and succeeds the next time", async () => {
    await makeOldResults([12, 0]);
    await rollUpAll();
    await database.transaction(async (db) => {
      await db.rows(sql`select from check_result`);
      await expect(dropExpired(database, NOW_MS, 10)).rejects.toThrow();
    });
    expect(await days()).toHaveLength(2);
    await dropExpired(database, NOW_MS, 10);
    expect(await days()).toHaveLength(1);
  });

  test("drops runs by whole days with their steps, but keeps unfinished ones", async () => {
    const run = async (age: number, isOpen = false) => {
      const id = newId(NOW_MS - age * DAY_MS);
      await insertRun(id, isOpen);
      await insertStep(id);
      return id;
    };
    const endedAt = [12, 11, 10, 9, 0].map((age) => NOW_MS - age * DAY_MS);
    await ensurePartitionsOf(database, endedAt);
    await run(12);
    const open = await run(11, true);
    // The day of this instant started before the retention, and is kept as a whole.
    const kept = [await run(10.9), await run(10), await run(9), await run(0)];
    await dropExpired(database, NOW_MS, 10);
    const left = await database.rows<{ id: string }>(sql`select id from run`);
    expect(left.map(({ id }) => id).sort()).toEqual([open, ...kept].sort());
    expect(await days("run_step")).toEqual(["2026-11-11", "2026-11-12", "2026-11-21"]);
    expect(await count(sql`run_step`)).toBe(4);
  });

  test("deletes old rollups, each kind at its own age, for any number of rows", async () => {
    const rollups = (table: Sql, from: Date, rows: number) =>
      database.run(sql`
        insert into ${table} (series_key, at, total, failed, measured, response_us_sum)
        select n, ${from}, 1, 0, 0, 0 from generate_series(1, ${rows}::integer) n`);
    await rollups(sql`result_rollup_hour`, ago(HOUR_ROLLUP_DAYS + 2), DELETE_MAX + 10);
    await rollups(sql`result_rollup_hour`, ago(HOUR_ROLLUP_DAYS), 3);
    await rollups(sql`result_rollup_day`, ago(DAY_ROLLUP_DAYS + 1), 5);
    await rollups(sql`result_rollup_day`, ago(DAY_ROLLUP_DAYS - 1), 4);
    await dropExpired(database, NOW_MS, 90);
    expect(await count(sql`result_rollup_hour`)).toBe(3);
    expect(await count(sql`result_rollup_day`)).toBe(4);
  });

  test("deletes old gaps, idempotency keys and status changes, but never a monitor's last change", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId });
    for (const age of [DAY_ROLLUP_DAYS + 1, 10]) {
      await database.run(sql`
        insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
        values (${seriesKeys[0]}, ${ago(age)}, ${ago(age)}, 'missed', 'x', 1)`);
    }
    for (const age of [DAY_ROLLUP_DAYS + 9, DAY_ROLLUP_DAYS + 8]) {
      await database.run(sql`
        insert into status_change (target_id, at, status, previous_status)
        values (${id}, ${ago(age)}, 'up', 'down')`);
    }
    for (const age of [1.1, 0.9]) {
      await database.run(sql`
        insert into idempotency_key (caller, route, key, body_hash, created_at)
        values ('c', 'r', ${String(age)}, '\\x00', ${ago(age)})`);
    }
    await dropExpired(database, NOW_MS, 90);
    expect(await count(sql`slot_gap`)).toBe(1);
    const left = await database.rows<{ at: Date }>(sql`select at from status_change`);
    expect(left.map((row) => row.at)).toEqual([ago(DAY_ROLLUP_DAYS + 8)]);
    expect(await count(sql`idempotency_key`)).toBe(1);
  });

  test("keeps connection facts as long as results of their days exist", async () => {
    const facts = (runner: string, age: number) =>
      database.run(
        sql`insert into check_connection (runner, last_used_on) values (${runner}, ${ago(age)}::date)`,
      );
    await facts("gone", 40);
    await facts("used by the oldest", 12);
    await makeOldResults([12, 0]);
    await dropExpired(database, NOW_MS, 3);
    const names = async () =>
      (await database.rows<{ runner: string }>(sql`select runner from check_connection`)).map(
        (row) => row.runner,
      );
    // Nothing is rolled up, so the results of 12 days ago still exist.
    expect((await names()).sort()).toEqual(["runner-1", "used by the oldest"]);
    await rollUpAll();
    await dropExpired(database, NOW_MS, 3);
    expect(await names()).toEqual(["runner-1"]);
  });
});
