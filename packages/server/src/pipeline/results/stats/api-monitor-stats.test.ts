import { type ApiMonitorStats, apiMonitorStatsSchema } from "@vedette/contract/targets/stats.ts";
import { STATS_PERIODS } from "@vedette/contract/targets/stats-periods.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiMonitor, makeMonitor, makeOrganization, makeSeries } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import {
  type GeneratedResult,
  insertResults,
  NO_PHASES,
  randomResults,
} from "../../../../test/make-results.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { mergeLateResults } from "../rollups/late-results.ts";
import { ROLL_UP_DELAY_MS, rollUpNextChunk } from "../rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { apiMonitorStats } from "./api-monitor-stats.ts";
import { monitorStats } from "./monitor-stats.ts";
import { statsWindow } from "./window.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const DAYS = 33;
const BEGIN_MS = NOW_MS - DAYS * DAY_MS;
const LOCATIONS = ["fra", "nyc"];

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

type Watched = {
  apiMonitorId: string;
  runs: GeneratedResult[];
  ofStep: Map<string, GeneratedResult[]>;
  fra: number[];
};

/** An API monitor with the steps `steps` now and others before, with random results of 33 days. */
async function watched(steps: readonly string[], others: readonly string[], seed: number): Promise<Watched> {
  const input = { orgId, steps, locations: LOCATIONS, createdAt: new Date(BEGIN_MS) };
  const { id, seriesKeys } = await makeApiMonitor(database, input);
  const runs = await record(seriesKeys, seed);
  const fra = seriesKeys.slice(0, 1);
  const ofStep = new Map<string, GeneratedResult[]>();
  for (const [index, step] of [...steps, ...others].entries()) {
    const keys: number[] = [];
    for (const location of LOCATIONS) keys.push(await makeSeries(database, { targetId: id, location, step }));
    fra.push(...keys.slice(0, 1));
    ofStep.set(step, await record(keys, seed + index + 1));
  }
  return { apiMonitorId: id, runs, ofStep, fra };
}

async function record(seriesKeys: readonly number[], seed: number): Promise<GeneratedResult[]> {
  const old = { seriesKeys, fromMs: BEGIN_MS, toMs: NOW_MS - DAY_MS, stepMs: 60_000, count: 750, seed };
  const young = {
    ...old,
    fromMs: NOW_MS - DAY_MS,
    toMs: NOW_MS,
    stepMs: 7_919,
    count: 500,
    seed: seed + 100,
  };
  return store([...randomResults(old), ...randomResults(young)]);
}

/** Merges results whose hour is already rolled up, like a recorder. */
async function store(results: GeneratedResult[]): Promise<GeneratedResult[]> {
  await database.transaction(async (db) => {
    await insertResults(db, results);
    await mergeLateResults(db, results);
  });
  return results;
}

async function rollUp(nowMs: number, stepsMax = 100_000): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++) {
    if ((await rollUpNextChunk(database, nowMs)).caughtUp) return;
  }
}

const ask = (apiMonitorId: string, query: Parameters<typeof statsWindow>[0] & { location?: string }) =>
  apiMonitorStats(database, {
    orgId,
    apiMonitorId,
    nowMs: NOW_MS,
    location: query.location,
    ...statsWindow(query, NOW_MS),
  });

/** Compares with the results themselves, for the window in the response. */
function expectAgreement(stats: ApiMonitorStats, { runs, ofStep }: Pick<Watched, "runs" | "ofStep">): void {
  const inWindow = (results: readonly GeneratedResult[]) =>
    results.filter(({ slotMs }) => slotMs >= Date.parse(stats.from) && slotMs < Date.parse(stats.to));
  const inside = inWindow(runs);
  const isPassed = (result: GeneratedResult) => result.status !== "down" && result.status !== "error";
  expect(stats.total_checks).toBe(inside.length);
  expect(stats.failed_checks).toBe(inside.filter(({ status }) => status === "down").length);
  expect(stats.error_checks).toBe(inside.filter(({ status }) => status === "error").length);
  expect(stats.pass_rate).toEqual(share(inside, isPassed));
  expect(stats.flaky_rate).toEqual(share(inside, (run) => isPassed(run) && run.attempts > 1));
  expect(stats.duration_ms).toEqual(stats.response_time_ms);
  expectWithin(stats.duration_ms.p50, rank(timesOf(inside), 0.5));
  for (const { name, pass_rate, p95_ms } of stats.steps) {
    const made = inWindow(ofStep.get(name) ?? []);
    expect(pass_rate).toEqual(share(made, isPassed));
    expectWithin(p95_ms, rank(timesOf(made), 0.95));
  }
  expect(stats).toEqual(apiMonitorStatsSchema.parse(stats));
}

function share(
  results: readonly GeneratedResult[],
  isCounted: (result: GeneratedResult) => boolean,
): unknown {
  const judged = results.filter(({ status }) => status !== "error");
  return judged.length === 0
    ? null
    : expect.closeTo((judged.filter(isCounted).length / judged.length) * 100, 3);
}

const timesOf = (results: readonly GeneratedResult[]): number[] =>
  results.flatMap(({ responseUs }) => (responseUs === null ? [] : responseUs / 1_000)).sort((a, b) => a - b);

const rank = (times: readonly number[], q: number) =>
  times[Math.max(0, Math.ceil(q * times.length) - 1)] ?? null;

/** One percent, and the rounding to a microsecond. */
function expectWithin(value: number | null, exact: number | null): void {
  if (value === null || exact === null) expect(value).toBe(exact);
  else expect(Math.abs(value - exact)).toBeLessThanOrEqual(exact * 0.01 + 0.0006);
}

/** Five weeks are rolled up hour by hour: 17 s on an idle machine. */
const SLOW = { timeout: 240_000 };

describe("apiMonitorStats", () => {
  test("agrees with runs and steps in every window, at any rollup progress", SLOW, async () => {
    const made = await watched(["log in", "buy"], ["a removed step"], 21);
    const day = (days: number) => new Date(NOW_MS - days * DAY_MS);
    const queries: Parameters<typeof statsWindow>[0][] = [
      ...STATS_PERIODS.map((period) => ({ period })),
      { from: day(1.9), to: day(0.3) },
      { from: day(32), to: day(0.9) },
      { from: day(0.01), to: day(0) },
    ];
    // Nothing rolled up; some days; in the middle of an hour's series; everything possible.
    for (const advanceRollups of [
      async () => {},
      () => rollUp(NOW_MS - 10 * DAY_MS),
      () => rollUp(NOW_MS, 37),
      () => rollUp(NOW_MS + HOUR_MS + ROLL_UP_DELAY_MS),
    ]) {
      await advanceRollups();
      for (const query of queries) {
        const stats = await ask(made.apiMonitorId, query);
        expectAgreement(stats, made);
        expect(stats.steps.map(({ name }) => name)).toEqual(["log in", "buy"]);
      }
    }
  });

  test("with a location, includes only that location's runs and steps", async () => {
    const { apiMonitorId, runs, ofStep, fra } = await watched(["only"], [], 31);
    const own = (results: readonly GeneratedResult[]) =>
      results.filter(({ seriesKey }) => fra.includes(seriesKey));
    const stats = await ask(apiMonitorId, { period: "7d", location: "fra" });
    expectAgreement(stats, { runs: own(runs), ofStep: new Map([["only", own(ofStep.get("only") ?? [])]]) });
    expect(stats.by_location).toEqual([
      expect.objectContaining({ location: "fra", total_checks: stats.total_checks }),
    ]);
  });

  test("lists steps in the definition's order, once per name, and without rates if never executed", async () => {
    const { id, seriesKeys } = await makeApiMonitor(database, { orgId, steps: ["b", "a", "b", "new"] });
    const result = { slotMs: NOW_MS - HOUR_MS, attempts: 1, responseUs: 2_000, phasesUs: NO_PHASES };
    const [a, b] = [
      await makeSeries(database, { targetId: id, step: "a" }),
      await makeSeries(database, { targetId: id, step: "b" }),
    ];
    await store([
      { ...result, seriesKey: seriesKeys[0] ?? 0, status: "down", attempts: 2 },
      { ...result, seriesKey: b, status: "up" },
      { ...result, seriesKey: a, status: "down" },
    ]);
    const stats = await ask(id, { period: "24h" });
    expect(stats).toMatchObject({ total_checks: 1, failed_checks: 1, pass_rate: 0, flaky_rate: 0 });
    expect(stats.steps).toEqual([
      { name: "b", pass_rate: 100, p95_ms: 2 },
      { name: "a", pass_rate: 0, p95_ms: 2 },
      { name: "new", pass_rate: null, p95_ms: null },
    ]);
  });

  test("has no rates without a run", async () => {
    const { id } = await makeApiMonitor(database, { orgId });
    const stats = await ask(id, {});
    expectAgreement(stats, { runs: [], ofStep: new Map() });
    expect(stats).toMatchObject({ pass_rate: null, flaky_rate: null, uptime_percentage: null });
  });

  test("does not find another organization's API monitor or a target of another kind", async () => {
    const { id } = await makeApiMonitor(database, { orgId });
    const { id: monitorId } = await makeMonitor(database, { orgId });
    const window = { nowMs: NOW_MS, ...statsWindow({}, NOW_MS) };
    const notFound = { code: "NOT_FOUND" };
    const otherOrgId = await makeOrganization(database);
    await expect(
      apiMonitorStats(database, { orgId: otherOrgId, apiMonitorId: id, ...window }),
    ).rejects.toMatchObject(notFound);
    await expect(ask(monitorId, {})).rejects.toMatchObject(notFound);
    await expect(monitorStats(database, { orgId, monitorId: id, ...window })).rejects.toMatchObject(notFound);
  });
});
