import { type MonitorStats, monitorStatsSchema } from "@vedette/contract/targets/stats.ts";
import { STATS_PERIODS } from "@vedette/contract/targets/stats-periods.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type GeneratedResult, insertResults, randomResults } from "../../../../test/make-results.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { mergeLateResults } from "../rollups/late-results.ts";
import { ROLL_UP_DELAY_MS, rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { monitorStats } from "./monitor-stats.ts";
import { statsWindow } from "./window.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const DAYS = 40;
const BEGIN_MS = NOW_MS - DAYS * DAY_MS;

let harness: TestDatabase;
let database: Database;
let orgId: string;

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  await ensurePartitionsOf(
    database,
    Array.from({ length: DAYS + 1 }, (_, days) => BEGIN_MS + days * DAY_MS),
  );
});
afterAll(() => harness.drop());

type Watched = { monitorId: string; seriesKeys: number[]; results: GeneratedResult[] };

/** A monitor with random results of 40 days; those whose hour is already rolled up are merged. */
async function watched(seed: number, locations = ["fra", "nyc"]): Promise<Watched> {
  const createdAt = new Date(BEGIN_MS);
  const { id, seriesKeys } = await makeMonitor(database, { orgId, locations, createdAt });
  const old = { seriesKeys, fromMs: BEGIN_MS, toMs: NOW_MS - DAY_MS, stepMs: 60_000, count: 4_000, seed };
  const young = { ...old, fromMs: NOW_MS - DAY_MS, toMs: NOW_MS, stepMs: 7_919, seed: seed + 1_000 };
  const results = [...randomResults(old), ...randomResults(young)];
  await database.transaction(async (db) => {
    await insertResults(db, results);
    await mergeLateResults(db, results);
  });
  return { monitorId: id, seriesKeys, results };
}

async function rollUp(nowMs: number, stepsMax = 100_000): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++) {
    if ((await rollUpNextChunk(database, nowMs)).caughtUp) return;
  }
}

/** Compares with the results themselves, for the window in the response. */
function expectAgreement(stats: MonitorStats, results: readonly GeneratedResult[]): void {
  const inside = results.filter(
    ({ slotMs }) => slotMs >= Date.parse(stats.from) && slotMs < Date.parse(stats.to),
  );
  expect(stats.total_checks).toBe(inside.length);
  expect(stats.failed_checks).toBe(inside.filter((result) => result.status === "down").length);
  expect(stats.error_checks).toBe(inside.filter((result) => result.status === "error").length);
  expectTimes(stats.response_time_ms, inside);
  expect(stats.series.reduce((sum, point) => sum + point.total, 0)).toBe(inside.length);
  const starts = stats.series.map((point) => Date.parse(point.at));
  for (const [index, point] of stats.series.entries()) {
    const until = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const of = inside.filter(({ slotMs }) => slotMs >= (starts[index] ?? 0) && slotMs < until);
    expect(point.total).toBe(of.length);
    expect(point.failed).toBe(of.filter((result) => result.status === "down").length);
    expect(point.errors).toBe(of.filter((result) => result.status === "error").length);
    expect(point.avg_ms).toEqual(mean(timesOf(of)));
    expectWithin(point.p95_ms, rank(timesOf(of), 0.95));
    expect(point.timings).toEqual(phasesOf(of));
  }
  expect(stats).toEqual(monitorStatsSchema.parse(stats));
}

/** The average phases of the measured results; the download is the total minus these. */
function phasesOf(results: readonly GeneratedResult[]): unknown {
  const measured = results.filter(({ responseUs }) => responseUs !== null);
  if (measured.length === 0) return null;
  const of = (pick: (result: GeneratedResult) => number | null) =>
    mean(measured.map((result) => (pick(result) ?? 0) / 1_000));
  return {
    dns_ms: of(({ phasesUs }) => phasesUs.dns),
    connect_ms: of(({ phasesUs }) => phasesUs.connect),
    tls_ms: null,
    ttfb_ms: of(({ phasesUs }) => phasesUs.ttfb),
    download_ms: of(
      ({ responseUs, phasesUs: { dns, connect, ttfb } }) =>
        (responseUs ?? 0) - (dns ?? 0) - (connect ?? 0) - (ttfb ?? 0),
    ),
  };
}

function expectTimes(response: MonitorStats["response_time_ms"], results: readonly GeneratedResult[]): void {
  const times = timesOf(results);
  expect(response.avg).toEqual(mean(times));
  expect(response.min).toBe(times[0] ?? null);
  expect(response.max).toBe(times.at(-1) ?? null);
  expectWithin(response.p50, rank(times, 0.5));
  expectWithin(response.p90, rank(times, 0.9));
  expectWithin(response.p95, rank(times, 0.95));
  expectWithin(response.p99, rank(times, 0.99));
}

const timesOf = (results: readonly GeneratedResult[]): number[] =>
  results.flatMap(({ responseUs }) => (responseUs === null ? [] : responseUs / 1_000)).sort((a, b) => a - b);

const rank = (times: readonly number[], q: number) =>
  times[Math.max(0, Math.ceil(q * times.length) - 1)] ?? null;

function mean(times: readonly number[]): unknown {
  return times.length === 0
    ? null
    : expect.closeTo(times.reduce((sum, time) => sum + time) / times.length, 2);
}

/** One percent, and the rounding to a microsecond. */
function expectWithin(value: number | null, exact: number | null): void {
  if (value === null || exact === null) expect(value).toBe(exact);
  else expect(Math.abs(value - exact)).toBeLessThanOrEqual(exact * 0.01 + 0.0006);
}

const ask = (monitorId: string, query: Parameters<typeof statsWindow>[0] & { location?: string }) =>
  monitorStats(database, {
    orgId,
    monitorId,
    nowMs: NOW_MS,
    location: query.location,
    withTimings: true,
    ...statsWindow(query, NOW_MS),
  });

describe("monitorStats", () => {
  test("agrees with the results in every window, at any rollup progress", async () => {
    const { monitorId, results } = await watched(11);
    const day = (days: number, hours = 0) => new Date(NOW_MS - days * DAY_MS + hours * HOUR_MS);
    const queries: Parameters<typeof statsWindow>[0][] = [
      ...STATS_PERIODS.map((period) => ({ period })),
      { from: day(1.9), to: day(0.3) },
      { from: day(39), to: day(1, 0.5) },
      { from: day(20.3), to: day(20.2) },
      { from: day(0, -0.01), to: day(0) },
      { from: day(1, 0.2), to: day(1, 0.3) },
    ];
    // Nothing rolled up; some days; in the middle of an hour's series; everything possible.
    for (const advanceRollups of [
      async () => {},
      () => rollUp(NOW_MS - 10 * DAY_MS),
      () => rollUp(NOW_MS, 37),
      () => rollUp(NOW_MS),
      () => rollUp(NOW_MS + HOUR_MS + ROLL_UP_DELAY_MS),
    ]) {
      await advanceRollups();
      for (const query of queries) expectAgreement(await ask(monitorId, query), results);
    }
  });

  test("uses only rollups with phases for a point that also includes older rollups", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId, locations: ["fra", "nyc"] });
    const slotMs = NOW_MS - 5 * DAY_MS;
    const timed = (seriesKey: number, responseUs: number) => ({
      seriesKey,
      slotMs,
      status: "up" as const,
      attempts: 1,
      responseUs,
      phasesUs: { dns: 1_000, connect: 2_000, tls: null, ttfb: responseUs - 4_000 },
    });
    const [old = 0, young = 0] = seriesKeys;
    await database.transaction(async (db) => {
      const results = [timed(old, 50_000), timed(young, 10_000)];
      await insertResults(db, results);
      await mergeLateResults(db, results);
    });
    await rollUp(NOW_MS);
    await database.run(sql`
      update result_rollup_hour set dns_us_sum = null, connect_us_sum = null, tls_us_sum = null, ttfb_us_sum = null
      where series_key = ${old}`);
    // A late result does not represent the earlier ones.
    const late = { ...timed(old, 30_000), slotMs: slotMs + 1_000 };
    await database.transaction(async (db) => {
      await insertResults(db, [late]);
      await mergeLateResults(db, [late]);
    });
    const { series } = await ask(id, { period: "7d" });
    expect(series.filter(({ total }) => total > 0)).toEqual([
      expect.objectContaining({
        total: 3,
        avg_ms: 30,
        timings: { dns_ms: 1, connect_ms: 2, tls_ms: null, ttfb_ms: 6, download_ms: 1 },
      }),
    ]);
  });

  test("filters by location and gives each location its own figures", async () => {
    const { monitorId, seriesKeys, results } = await watched(12);
    await rollUp(NOW_MS);
    const all = await ask(monitorId, { period: "7d" });
    expect(all.by_location.map((each) => each.location)).toEqual(["fra", "nyc"]);
    for (const [index, location] of ["fra", "nyc"].entries()) {
      const own = results.filter((result) => result.seriesKey === seriesKeys[index]);
      const alone = await ask(monitorId, { period: "7d", location });
      expectAgreement(alone, own);
      expect(alone.by_location).toEqual(all.by_location.filter((each) => each.location === location));
      expect(alone.by_location[0]?.total_checks).toBe(alone.total_checks);
    }
  });

  test("a monitor without results has empty statistics", async () => {
    const { id } = await makeMonitor(database, { orgId, createdAt: new Date(NOW_MS - HOUR_MS) });
    const stats = await ask(id, {});
    expectAgreement(stats, []);
    expect(stats).toMatchObject({
      uptime_percentage: null,
      observed_percentage: 0,
      incidents: 0,
      mttr_seconds: null,
      missed_checks: 0,
    });
    expect(stats.by_location).toEqual([
      expect.objectContaining({ location: "default", success_percentage: null }),
    ]);
  });

  test("does not find another organization's monitor", async () => {
    const { id } = await makeMonitor(database, { orgId });
    const request = { orgId: await makeOrganization(database), monitorId: id, nowMs: NOW_MS };
    await expect(monitorStats(database, { ...request, ...statsWindow({}, NOW_MS) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("uptime is weighted by time over the monitor's whole life", async () => {
    const createdAt = new Date(NOW_MS - 10 * DAY_MS);
    const { id } = await makeMonitor(database, { orgId, createdAt });
    const change = (ageMs: number, status: string, previous: string) =>
      database.run(sql`
        insert into status_change (target_id, at, status, previous_status)
        values (${id}, ${new Date(NOW_MS - ageMs)}, ${status}, ${previous})`);
    await change(8 * DAY_MS, "up", "pending");
    await change(3 * DAY_MS, "down", "up");
    await change(2 * DAY_MS, "up", "down");
    await change(6 * HOUR_MS, "down", "up");
    const stats = await ask(id, { period: "24h" });
    expect(stats).toMatchObject({
      uptime_percentage: 75,
      incidents: 1,
      downtime_seconds: 6 * 3_600,
      mttr_seconds: null,
      uptime: { "24h": 75, "7d": 82.1428, "30d": 84.375, "90d": 84.375 },
    });
    // The window's boundaries are moved to whole hours: it loses at the end what it gains at the start.
    expect(await ask(id, { period: "7d" })).toMatchObject({ incidents: 2, mttr_seconds: 86_400 });
  });

  test("a period longer than the monitor's life starts at the first observed instant", async () => {
    const { id, seriesKeys } = await makeMonitor(database, {
      orgId,
      createdAt: new Date(NOW_MS - 4 * DAY_MS),
    });
    const firstMs = NOW_MS - 3 * DAY_MS;
    const results = [0, 1, 2].map((nr) => ({
      seriesKey: seriesKeys[0] ?? 0,
      slotMs: firstMs + nr * DAY_MS,
      status: "up" as const,
      attempts: 1,
      responseUs: 10_000,
      phasesUs: { dns: 1_000, connect: 2_000, tls: null, ttfb: 3_000 },
    }));
    await database.transaction(async (db) => {
      await insertResults(db, results);
      await mergeLateResults(db, results);
    });
    await database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(firstMs + 250)}, 'up', 'pending'),
        (${id}, ${new Date(NOW_MS - DAY_MS)}, 'paused', 'up')`);
    await rollUp(NOW_MS);
    const stats = await ask(id, { period: "30d" });
    expectAgreement(stats, results);
    expect(stats).toMatchObject({
      from: new Date(firstMs).toISOString(),
      total_checks: 3,
      uptime_percentage: 100,
    });
    expect(stats.observed_percentage).toBeCloseTo((2 / 30) * 100, 1);
    expect(Date.parse(stats.series[0]?.at ?? "")).toBeGreaterThan(firstMs - DAY_MS);
    // The monitor is older than a day: the response covers the requested period, although only part of it was
    // observed.
    expect(await ask(id, { period: "24h" })).toMatchObject({
      from: new Date(NOW_MS - DAY_MS).toISOString(),
      observed_percentage: 0,
      uptime_percentage: null,
    });
    const whole = { from: new Date(NOW_MS - 2 * DAY_MS), to: new Date(NOW_MS - DAY_MS) };
    expect(await ask(id, whole)).toMatchObject({ observed_percentage: 100, uptime_percentage: 100 });
    const before = { from: new Date(NOW_MS - 9 * DAY_MS), to: new Date(NOW_MS - 8 * DAY_MS) };
    expect(await ask(id, before)).toMatchObject({
      total_checks: 0,
      observed_percentage: 0,
      uptime_percentage: null,
    });
  });

  test("counts the missed and skipped slots within the window", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: new Date(BEGIN_MS) });
    const gap = (fromMs: number, slots: number, kind: string) =>
      database.run(sql`
        insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
        values (${seriesKeys[0]}, ${new Date(fromMs)}, ${new Date(fromMs + (slots - 1) * 60_000)}, ${kind}, 'x', ${slots})`);
    // Ten of these twenty are before the window, whose first instant is inclusive.
    await gap(NOW_MS - HOUR_MS - 10 * 60_000, 20, "missed");
    await gap(NOW_MS - 30 * 60_000, 1, "missed");
    await gap(NOW_MS - 20 * 60_000, 5, "skipped");
    await gap(NOW_MS - 3 * HOUR_MS, 7, "skipped");
    expect(await ask(id, { period: "1h" })).toMatchObject({ missed_checks: 11, skipped_checks: 5 });
    expect(await ask(id, { period: "24h" })).toMatchObject({ missed_checks: 21, skipped_checks: 12 });
    expect(await ask(id, { period: "1h", location: "elsewhere" })).toMatchObject({ missed_checks: 0 });
  });

  test("missed time is not observed, and widens the range of the uptime", async () => {
    const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: new Date(BEGIN_MS) });
    await database.run(sql`update target set status = 'up' where id = ${id}`);
    await database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${seriesKeys[0]}, ${new Date(NOW_MS - 40 * 60_000)}, ${new Date(NOW_MS - 35 * 60_000)}, 'missed', 'stopped', 6)`);
    expect(await ask(id, { period: "1h" })).toMatchObject({
      uptime_percentage: 100,
      uptime_percentage_min: 90,
      uptime_percentage_max: 100,
      observed_percentage: 90,
      missed_seconds: 360,
    });
  });
});
