import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { closeNextChunk } from "../closed/close-days.ts";
import { rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { dropExpired } from "./expiry.ts";
import { dropExpiredOfOrganizations } from "./organization-expiry.ts";
import { ensurePartitionsOf } from "./partitions.ts";

const NOW_MS = Date.parse("2026-11-21T23:30:00Z");
const AGES = [40, 20, 8, 7, 2, 0];

let harness: TestDatabase;
let database: Database;
beforeEach(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    AGES.map((age) => NOW_MS - age * DAY_MS),
  );
  await database.run(sql`
    insert into plan (id, definition, position, is_available, is_default)
    values ('week', '{"limits": {"retention_days": 7}}', 1, true, false)`);
});
afterEach(() => harness.drop());

async function rollUp(): Promise<void> {
  while (!(await rollUpNextChunk(database, NOW_MS)).caughtUp);
}

/** An organization with a result and a run with a step of each age. */
async function makeOld(
  change: { planId?: string; planSince?: Date; settingDays?: number } = {},
): Promise<string> {
  const orgId = await makeOrganization(database);
  const settings = JSON.stringify({ timezone: "UTC", retention_days: change.settingDays ?? 90 });
  await database.run(sql`
    update organization set plan_id = ${change.planId ?? "self-hosted"}, plan_since = ${change.planSince ?? null},
      settings = ${settings}::jsonb where id = ${orgId}`);
  const { seriesKeys } = await makeMonitor(database, { orgId });
  const slots = AGES.map((age) => NOW_MS - age * DAY_MS);
  await insertResults(
    database,
    slots.map((slotMs) => ({ seriesKey: seriesKeys[0] ?? 0, slotMs, status: "up", responseUs: 1 })),
  );
  for (const slotMs of slots) {
    const id = newId(slotMs);
    await database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
        queued_at, finished_at)
      values (${id}, ${orgId}, ${newId(NOW_MS)}, 'journey', 'default', 'manual', ${new Date(slotMs)}, 'passed', 1,
        1000, now(), now())`);
    await database.run(sql`
      insert into run_step (run_id, attempt, index, name, action, status) values (${id}, 1, 0, 'a', 'goto', 'passed')`);
  }
  return orgId;
}

async function agesOf(orgId: string): Promise<{ results: number[]; runs: number[]; steps: number }> {
  const results = await database.rows<{ slot: Date }>(sql`
    select r.slot from check_result r join series s using (series_key) join target t on t.id = s.target_id
    where t.org_id = ${orgId} order by r.slot`);
  const runs = await database.rows<{ slot: Date; steps: number }>(sql`
    select r.slot, (select count(*)::int4 from run_step s where s.run_id = r.id) as steps from run r
    where r.org_id = ${orgId} order by r.slot`);
  const age = ({ slot }: { slot: Date }) => Math.round((NOW_MS - slot.getTime()) / DAY_MS);
  return {
    results: results.map(age),
    runs: runs.map(age),
    steps: runs.filter(({ steps }) => steps === 1).length,
  };
}

const drop = (retentionDays = 90, signal = new AbortController().signal) =>
  dropExpiredOfOrganizations(database, { nowMs: NOW_MS, retentionDays, signal });

const WHOLE = { results: AGES, runs: AGES, steps: AGES.length };
/** The seventh day back is only partly expired. */
const WEEK = { results: [7, 2, 0], runs: [7, 2, 0], steps: 3 };

describe("results and runs of an organization", () => {
  test("expire with its plan, by whole days, and only its own", async () => {
    const [short, long] = [await makeOld({ planId: "week" }), await makeOld()];
    await rollUp();
    expect(await drop()).toBe(6);
    expect(await agesOf(short)).toEqual(WEEK);
    expect(await agesOf(long)).toEqual(WHOLE);
    expect(await database.rows(sql`select count(*)::int4 as steps from run_step`)).toEqual([{ steps: 9 }]);
    expect(await drop()).toBe(0);
  });

  test("expire by its own setting if that is shorter than the plan's and the server's", async () => {
    const requested = await makeOld({ settingDays: 20 });
    const beyond = await makeOld({ settingDays: 365 });
    await rollUp();
    await drop(30);
    expect((await agesOf(requested)).results).toEqual([20, 8, 7, 2, 0]);
    // The server's own retention is another job.
    expect(await agesOf(beyond)).toEqual(WHOLE);
  });

  test("stay for thirty days after a downgrade", async () => {
    const fresh = await makeOld({ planId: "week", planSince: new Date(NOW_MS - 29 * DAY_MS) });
    const settled = await makeOld({ planId: "week", planSince: new Date(NOW_MS - 31 * DAY_MS) });
    await rollUp();
    await drop();
    expect(await agesOf(fresh)).toEqual(WHOLE);
    expect(await agesOf(settled)).toEqual(WEEK);
  });

  test("stay until they are rolled up, and within the days that statistics read exactly", async () => {
    const orgId = await makeOld({ settingDays: 1 });
    await drop();
    expect((await agesOf(orgId)).results).toEqual(AGES);
    await rollUp();
    await drop();
    expect((await agesOf(orgId)).results).toEqual([2, 0]);
  });

  test("expire in closed days, too", async () => {
    const [short, long] = [await makeOld({ planId: "week" }), await makeOld()];
    await rollUp();
    const day = new Date(Math.floor((NOW_MS - 20 * DAY_MS) / DAY_MS) * DAY_MS);
    await closeNextChunk(database, { day, after: 0 });
    expect((await agesOf(long)).results).toEqual([40, 8, 7, 2, 0]);
    await drop();
    const closed = await database.rows(sql`
      select t.org_id, d.day from closed_day d join series s using (series_key) join target t on t.id = s.target_id`);
    expect(closed).toEqual([{ org_id: long, day }]);
    expect((await agesOf(short)).results).toEqual([7, 2, 0]);
    await dropExpired(database, NOW_MS, 10);
    expect(await database.rows(sql`select from closed_day`)).toEqual([]);
  });

  test("are deleted from where an interrupted job stopped", async () => {
    const orgId = await makeOld({ planId: "week" });
    await rollUp();
    const ending = new AbortController();
    ending.abort();
    expect(await drop(90, ending.signal)).toBe(0);
    await drop();
    expect(await agesOf(orgId)).toEqual(WEEK);
  });
});
