import { heatMapSchema, outageSchema, timelineSchema } from "@vedette/contract/targets/history.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { resultId } from "../../../pipeline/results/reading/result-view.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { rollUpNextChunk } from "../../../pipeline/results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../../pipeline/results/rollups/rollup.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  const nowMs = Date.now();
  await ensurePartitionsOf(running.database, [nowMs - 2 * DAY_MS, nowMs - DAY_MS, nowMs]);
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const get = (path: string, key = org.keys.agent) =>
  running.call(key, { method: "GET", url: `/api/v1/targets/${path}` });

async function data(path: string) {
  const response = await get(path);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
}

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 60_000) * 60_000 - minutes * 60_000;

type Change = [minutesAgo: number, status: string, previous: string];

async function makeTarget(changes: readonly Change[], locations = ["fra", "nyc"]) {
  const createdAt = new Date(minutesAgo(2_000));
  const target = await makeMonitor(running.database, { orgId: org.orgId, locations, createdAt });
  for (const [minutes, status, previous] of changes)
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${target.id}, ${new Date(minutesAgo(minutes))}, ${status}, ${previous})`);
  const last = changes.at(-1)?.[1] ?? "pending";
  await running.database.run(sql`update target set status = ${last} where id = ${target.id}`);
  return target;
}

describe("outages", () => {
  test("are listed with the failed result that started each, newest first, page by page", async () => {
    const { id, seriesKeys } = await makeTarget([
      [1_990, "up", "pending"],
      [100, "down", "up"],
      [90, "degraded", "down"],
      [30, "down", "degraded"],
    ]);
    const [fra = 0, nyc = 0] = seriesKeys;
    const failed = (seriesKey: number, minutes: number) => ({
      seriesKey,
      slotMs: minutesAgo(minutes) - 500,
      status: "down" as const,
      responseUs: null,
    });
    // The last failure before the change is the cause, not earlier ones and not those after it.
    const results = [failed(fra, 105), failed(nyc, 100), failed(fra, 99), failed(fra, 30)];
    await insertResults(running.database, results);
    await running.database.run(sql`
      update check_result set details = '{"error": {"code": "TIMEOUT", "message": "timed out", "phase": "headers"}}'
      where series_key = ${nyc}`);
    const { data: all, meta } = await data(`${id}/outages`);
    expect(all).toEqual(all.map((one: unknown) => outageSchema.parse(one)));
    expect(meta).toEqual({ next_cursor: null, has_more: false });
    expect(all).toMatchObject([
      {
        started_at: new Date(minutesAgo(30)).toISOString(),
        ...{ ended_at: null, next_status: null, error: null, location: "fra", run_id: null },
      },
      {
        started_at: new Date(minutesAgo(100)).toISOString(),
        ended_at: new Date(minutesAgo(90)).toISOString(),
        ...{ duration_seconds: 600, next_status: "degraded", location: "nyc" },
        error: { code: "TIMEOUT", message: "timed out" },
        result_id: resultId(minutesAgo(100) - 500, nyc),
      },
    ]);
    const first = await data(`${id}/outages?limit=1`);
    expect([first.data.length, first.meta.has_more]).toEqual([1, true]);
    const second = await data(`${id}/outages?limit=1&cursor=${first.meta.next_cursor}`);
    expect([second.data[0], second.meta.has_more]).toEqual([all[1], false]);
  });

  test("are those that overlap the time, also if they started before it or go on", async () => {
    const { id } = await makeTarget([
      [1_900, "down", "up"],
      [1_000, "up", "down"],
      [500, "down", "up"],
    ]);
    const started = async (from: number, to: number) => {
      const [since, until] = [new Date(minutesAgo(from)), new Date(minutesAgo(to))];
      const query = `from=${since.toISOString()}&to=${until.toISOString()}`;
      const { data: found } = await data(`${id}/outages?${query}`);
      return found.map((one: { started_at: string }) =>
        Math.round((Date.now() - Date.parse(one.started_at)) / 60_000),
      );
    };
    const near = (minutes: number) => [minutes, minutes + 1];
    expect(near(1_900)).toContain((await started(1_200, 1_100))[0]);
    expect(await started(900, 600)).toEqual([]);
    expect(near(500)).toContain((await started(100, 10))[0]);
    expect(await started(1_999, 0)).toHaveLength(2);
  });

  test("of another organization are not found", async () => {
    const { id } = await makeTarget([]);
    const other = await makeOrg(running.database);
    for (const path of ["outages", "timeline", "heat-map"])
      expect((await get(`${id}/${path}`, other.keys.agent)).statusCode).toBe(404);
    expect((await get("nothing/outages")).statusCode).toBe(404);
    expect((await get(`${id}/timeline?from=2030-01-01T00:00:00Z`)).statusCode).toBe(400);
  });
});

test("a timeline has the times that were not up, within its limits, and missed checks", async () => {
  const { id, seriesKeys } = await makeTarget([
    [1_990, "up", "pending"],
    [200, "down", "up"],
    [100, "maintenance", "down"],
    [50, "up", "maintenance"],
  ]);
  await running.database.run(sql`
    insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots) values
      (${seriesKeys[0]}, ${new Date(minutesAgo(40))}, ${new Date(minutesAgo(36))}, 'missed', 'stopped', 5),
      (${seriesKeys[0]}, ${new Date(minutesAgo(20))}, ${new Date(minutesAgo(20))}, 'skipped', 'running', 1),
      (${seriesKeys[0]}, ${new Date(minutesAgo(900))}, ${new Date(minutesAgo(899))}, 'missed', 'stopped', 2)`);
  const from = new Date(minutesAgo(150)).toISOString();
  const { data: timeline } = await data(`${id}/timeline?from=${from}`);
  expect(timeline).toEqual(timelineSchema.parse(timeline));
  expect(timeline.spans).toEqual([
    { status: "down", from, to: new Date(minutesAgo(100)).toISOString() },
    {
      status: "maintenance",
      from: new Date(minutesAgo(100)).toISOString(),
      to: new Date(minutesAgo(50)).toISOString(),
    },
  ]);
  expect(timeline.missed).toEqual([
    {
      location: "fra",
      from: new Date(minutesAgo(40)).toISOString(),
      to: new Date(minutesAgo(35)).toISOString(),
      checks: 5,
      reason: "stopped",
    },
  ]);
});

test("a timeline has the maintenance windows that cover the target, since they were created", async () => {
  const { id } = await makeTarget([[1_990, "up", "pending"]]);
  const [from, to] = [minutesAgo(600), minutesAgo(60)].map((ms) => new Date(ms).toISOString());
  type Row = { name: string; created: number; start: number; rrule?: string; targets?: string[] };
  const addWindow = async ({ name, created, start, rrule, targets = [id] }: Row) => {
    await running.database.run(sql`
      insert into maintenance_window (id, org_id, name, mode, starts_at, duration_seconds, rrule, counts_uptime,
        target_ids, created_by, created_at, updated_at)
      values (${newId(minutesAgo(created))}, ${org.orgId}, ${name}, 'mute', ${new Date(minutesAgo(start))}, 3600,
        ${rrule ?? null}, true, ${textArray(targets)}::uuid[], 'test', now(), now())`);
  };
  await addWindow({ name: "daily", created: 5_000, start: 1_940, rrule: "FREQ=DAILY" });
  await addWindow({ name: "late", created: 100, start: 130 });
  await addWindow({ name: "before", created: 5_000, start: 900 });
  const other = await makeMonitor(running.database, { orgId: org.orgId });
  await addWindow({ name: "of another", created: 5_000, start: 300, targets: [other.id] });
  const { data: timeline } = await data(`${id}/timeline?from=${from}&to=${to}`);
  expect(timeline).toEqual(timelineSchema.parse(timeline));
  const span = (name: string, start: number, end: number) => ({
    ...{ id: expect.any(String), name, mode: "mute" },
    ...{ from: new Date(minutesAgo(start)).toISOString(), to: new Date(minutesAgo(end)).toISOString() },
  });
  // The daily one began 500 minutes ago again, and the late one is shown from its creation on.
  expect(timeline.maintenance_windows).toEqual([span("daily", 500, 440), span("late", 100, 70)]);
  const org2 = await makeOrg(running.database);
  expect((await get(`${id}/timeline`, org2.keys.agent)).statusCode).toBe(404);
});

test("a heat map counts every response time once, before and after a rollup", async () => {
  const { id, seriesKeys } = await makeTarget([[1_990, "up", "pending"]]);
  const [fra = 0, nyc = 0] = seriesKeys;
  const results = Array.from({ length: 400 }, (_, nr) => ({
    seriesKey: nr % 2 === 0 ? fra : nyc,
    slotMs: minutesAgo(30 * 60) + nr * 240_000,
    status: "up" as const,
    responseUs: nr % 100 === 0 ? 2_000_000 : 90_000 + nr * 100,
  }));
  await insertResults(running.database, results);
  const from = new Date(minutesAgo(31 * 60)).toISOString();
  const read = async (query = "") => {
    const { data: map } = await data(`${id}/heat-map?from=${from}${query}`);
    expect(map).toEqual(heatMapSchema.parse(map));
    const cells = map.columns.flatMap(({ counts }: { counts: number[] }) => counts);
    return { map, total: cells.reduce((sum: number, count: number) => sum + count, 0) };
  };
  const before = await read();
  expect(before.total).toBe(400);
  expect(before.map.columns.length).toBeLessThanOrEqual(100);
  const { bounds_ms: bounds } = before.map;
  expect([bounds[0] <= 90, bounds.at(-1) > 2_000, bounds.length <= 25]).toEqual([true, true, true]);
  expect((await read("&location=fra")).total).toBe(200);
  const rowOf = (ms: number) => bounds.findLastIndex((bound: number) => bound <= ms);
  const slow = before.map.columns.reduce(
    (sum: number, { counts }: { counts: number[] }) => sum + (counts[rowOf(2_000)] ?? 0),
    0,
  );
  expect(slow).toBe(4);
  for (let steps = 0; steps < 10_000; steps++)
    if ((await rollUpNextChunk(running.database, Date.now() + HOUR_MS)).caughtUp) break;
  expect((await read()).total).toBe(400);
});

test("a heat map without response times has no rows", async () => {
  const { id } = await makeTarget([]);
  const { data: map } = await data(`${id}/heat-map?period=1h`);
  expect(map.bounds_ms).toEqual([]);
});
