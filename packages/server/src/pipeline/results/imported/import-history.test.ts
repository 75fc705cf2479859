import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { calendarDays } from "../history/calendar-days.ts";
import { listSpanSums } from "../history/daily-queries.ts";
import { dailyUptime } from "../history/daily-uptime.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { monitorStats } from "../stats/monitor-stats.ts";
import { statsWindow } from "../stats/window.ts";
import { findImported } from "./find-imported.ts";
import { type HistoryToImport, importHistory } from "./import-history.ts";

const NOW_MS = Date.parse("2026-11-20T12:30:00Z");
const CREATED_MS = NOW_MS - 90 * 60_000;
const TODAY_MS = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
const START_MS = TODAY_MS - 10 * DAY_MS;
const now = new Date(NOW_MS);

let harness: TestDatabase;
let database: Database;
let orgId: string;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  await ensurePartitionsOf(database, [TODAY_MS]);
  await rollUpNextChunk(database, NOW_MS);
});
afterAll(() => harness.drop());

const period = (startMs: number, total: number, failed: number) => ({
  startsAt: new Date(startMs),
  total,
  failed,
  averageMs: 120.5,
  minMs: 80,
  maxMs: 300,
});

/** Ten days, down on one for two hours, and not measured on another. */
function history(targetId: string): HistoryToImport {
  const days = Array.from({ length: 10 }, (_, day) => START_MS + day * DAY_MS).filter(
    (startMs) => startMs !== START_MS + 5 * DAY_MS,
  );
  return {
    targetId,
    days: days.map((startMs) => period(startMs, 1_440, startMs === START_MS + 2 * DAY_MS ? 120 : 0)),
    hours: Array.from({ length: 12 }, (_, hour) => period(TODAY_MS + hour * HOUR_MS, 60, 0)),
    changes: [
      { at: new Date(START_MS), status: "up" },
      { at: new Date(START_MS + 2 * DAY_MS + 3 * HOUR_MS), status: "down" },
      { at: new Date(START_MS + 2 * DAY_MS + 5 * HOUR_MS), status: "up" },
      { at: new Date(START_MS + 5 * DAY_MS), status: "pending" },
      { at: new Date(START_MS + 6 * DAY_MS), status: "up" },
      { at: new Date(NOW_MS - 60_000), status: "pending" },
    ],
  };
}

async function created(): Promise<string> {
  return (await makeMonitor(database, { orgId, createdAt: new Date(CREATED_MS) })).id;
}

const run = (...histories: HistoryToImport[]) =>
  importHistory(database, orgId, { source: "kuma", histories, now });

const statsOf = (monitorId: string) =>
  monitorStats(database, { orgId, monitorId, nowMs: NOW_MS, ...statsWindow({ period: "90d" }, NOW_MS) });

async function storedOf(id: string): Promise<unknown> {
  return {
    hours: await database.rows(sql`select r.* from result_rollup_hour r join series s using (series_key)
      where s.target_id = ${id} order by at`),
    days: await database.rows(sql`select r.* from result_rollup_day r join series s using (series_key)
      where s.target_id = ${id} order by at`),
    changes: await database.rows(sql`select * from status_change where target_id = ${id} order by at`),
    target: await database.rows(sql`select created_at, status from target where id = ${id}`),
  };
}

describe("importHistory", () => {
  test("statistics contain the imported checks, without percentiles", async () => {
    const id = await created();
    expect(await run(history(id))).toEqual({ targets: 1, hours: 11, days: 9, changes: 6 });
    const stats = await statsOf(id);
    expect(stats).toMatchObject({
      total_checks: 9 * 1_440 + 11 * 60,
      failed_checks: 120,
      incidents: 1,
      downtime_seconds: 7_200,
      mttr_seconds: 7_200,
      response_time_ms: { avg: 120.5, min: 80, max: 300, p95: null },
    });
  });

  test("a day without checks of the tool is unmeasured, and never up", async () => {
    const id = await created();
    await run(history(id));
    const days = calendarDays(12, { nowMs: NOW_MS, timezone: "UTC" });
    const condition = sql`t.id = ${id}`;
    const sums = await listSpanSums(database, orgId, { condition, days, now });
    const daily = dailyUptime({ sums, missed: [], reasons: new Map() }, days);
    const byDate = new Map(daily.days.map((day) => [Date.parse(day.from), day]));
    expect(byDate.get(START_MS + 5 * DAY_MS)).toMatchObject({
      uptime_percentage: null,
      unmeasured_seconds: DAY_MS / 1_000,
    });
    expect(byDate.get(START_MS + 2 * DAY_MS)).toMatchObject({
      uptime_percentage: 91.6666,
      down_seconds: 7_200,
    });
    expect(byDate.get(START_MS + 7 * DAY_MS)).toMatchObject({
      uptime_percentage: 100,
      unmeasured_seconds: 0,
    });
    expect(byDate.get(TODAY_MS)).toMatchObject({ unmeasured_seconds: (NOW_MS - CREATED_MS) / 1_000 });
  });

  test("an answer says which part is imported, unless all of it is later", async () => {
    const id = await created();
    expect((await statsOf(id)).imported).toBeNull();
    await run(history(id));
    const imported = {
      source: "kuma",
      from: new Date(START_MS).toISOString(),
      to: new Date(CREATED_MS).toISOString(),
    };
    expect((await statsOf(id)).imported).toEqual(imported);
    const within = { targetId: id, fromMs: CREATED_MS - 1, toMs: NOW_MS };
    expect(await findImported(database, orgId, within)).toEqual(imported);
    expect(await findImported(database, orgId, { ...within, fromMs: CREATED_MS })).toBeNull();
    expect(await findImported(database, orgId, { ...within, fromMs: 0, toMs: START_MS })).toBeNull();
    expect(await findImported(database, await makeOrganization(database), within)).toBeNull();
  });

  test("importing twice changes nothing, and a later import replaces the earlier one", async () => {
    const id = await created();
    await run(history(id));
    const first = await storedOf(id);
    await run(history(id));
    expect(await storedOf(id)).toEqual(first);
    const { hours, days, changes } = history(id);
    await run({ targetId: id, hours, days: days.slice(4), changes: changes.slice(4) });
    expect((await statsOf(id)).failed_checks).toBe(0);
    await run(history(id));
    expect(await storedOf(id)).toEqual(first);
  });

  test("own results and changes stay, and nothing is imported after the target was created", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: new Date(CREATED_MS) });
    const firstMs = CREATED_MS + 1_000;
    await database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(firstMs)}, 'down', 'pending')`);
    await database.run(sql`
      insert into result_rollup_hour (series_key, at, total, failed, measured, response_us_sum)
      values (${seriesKeys[0]}, ${new Date(TODAY_MS + 3 * HOUR_MS)}, 7, 7, 0, 0)`);
    await run(history(id));
    await run(history(id));
    const { hours, changes } = (await storedOf(id)) as {
      hours: { at: Date; total: number }[];
      changes: { at: Date; status: string; previous_status: string; imported: boolean }[];
    };
    expect(hours.find(({ at }) => at.getTime() === TODAY_MS + 3 * HOUR_MS)).toMatchObject({ total: 7 });
    expect(hours.every(({ at }) => at.getTime() + HOUR_MS <= CREATED_MS)).toBe(true);
    expect(changes.at(-1)).toMatchObject({ status: "down", previous_status: "pending", imported: false });
    expect(changes.at(-2)).toMatchObject({ status: "pending", imported: true, at: new Date(CREATED_MS) });
  });

  test("a target that is paused is paused again after its history", async () => {
    const id = await created();
    await database.run(sql`update target set status = 'paused', enabled = false where id = ${id}`);
    await run(history(id));
    const { changes } = (await storedOf(id)) as { changes: { status: string }[] };
    expect(changes.at(-1)?.status).toBe("paused");
    expect(await statsOf(id)).toMatchObject({ incidents: 1 });
  });

  test("a target of another organization is left out", async () => {
    const id = await created();
    const other = await makeOrganization(database);
    const counts = await importHistory(database, other, { source: "kuma", histories: [history(id)], now });
    expect(counts).toEqual({ targets: 0, hours: 0, days: 0, changes: 0 });
    expect((await statsOf(id)).total_checks).toBe(0);
  });
});
