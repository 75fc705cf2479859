import type { OrgId } from "@vedette/contract/common/ids.ts";
import { burnFactor } from "@vedette/contract/slos/burn-rates.ts";
import { type SloReport, sloReportSchema } from "@vedette/contract/slos/slo-report.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { type GeneratedResult, insertResults, randomResults } from "../../../test/make-results.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../results/retention/partitions.ts";
import { mergeLateResults } from "../results/rollups/late-results.ts";
import { ROLL_UP_DELAY_MS, rollUpNextChunk } from "../results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../results/rollups/rollup.ts";
import { ResponseSketch } from "../results/rollups/sketch.ts";
import { monitorStats } from "../results/stats/monitor-stats.ts";
import { measureSlo } from "./measure-slo.ts";
import type { SloDefinition } from "./slo-definition.ts";

/** Reports against a slow reference that reads all results and every minute of every status. */

const NOW_MS = Date.parse("2026-11-21T10:17:00Z");
const DAYS = 9;
const BEGIN_MS = NOW_MS - DAYS * DAY_MS;
const MINUTE_MS = 60_000;
const STATUSES: MonitorStatus[] = ["up", "up", "down", "degraded", "maintenance", "unknown", "paused"];

type Change = { atMs: number; status: MonitorStatus };
type Watched = {
  id: string;
  seriesKeys: number[];
  results: GeneratedResult[];
  changes: Change[];
  missed: [number, number];
};

let harness: TestDatabase;
let database: Database;
let orgId: OrgId;
let watched: Watched[];
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = (await makeOrganization(database)) as OrgId;
  await ensurePartitionsOf(
    database,
    Array.from({ length: DAYS + 1 }, (_, days) => BEGIN_MS + days * DAY_MS),
  );
  watched = [await watch(1, BEGIN_MS), await watch(2, NOW_MS - 2.7 * DAY_MS)];
});
afterAll(() => harness.drop());

/** A monitor with two locations, random results and statuses, and twenty minutes in which all checks were missed. */
async function watch(seed: number, sinceMs: number): Promise<Watched> {
  const createdAt = new Date(sinceMs);
  const { id, seriesKeys } = await makeMonitor(database, { orgId, locations: ["fra", "nyc"], createdAt });
  const old = { seriesKeys, fromMs: sinceMs, toMs: NOW_MS - DAY_MS, stepMs: MINUTE_MS, count: 900, seed };
  const young = { ...old, fromMs: NOW_MS - DAY_MS, toMs: NOW_MS, stepMs: 7_919, count: 700, seed: seed + 50 };
  const results = [...randomResults(old), ...randomResults(young)];
  await database.transaction(async (db) => {
    await insertResults(db, results);
    await mergeLateResults(db, results);
  });
  const changes = await makeChanges(id, { seed, sinceMs });
  const missed: [number, number] = [NOW_MS - 50 * MINUTE_MS, NOW_MS - 30 * MINUTE_MS];
  for (const key of seriesKeys)
    await database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${key}, ${new Date(missed[0])}, ${new Date(missed[1] - MINUTE_MS)}, 'missed', 'stopped', 20)`);
  return { id, seriesKeys, results, changes, missed };
}

/** Changes at whole minutes, about every two hours, and more often in the last hours. */
async function makeChanges(
  id: string,
  { seed, sinceMs }: { seed: number; sinceMs: number },
): Promise<Change[]> {
  const minutes = (NOW_MS - sinceMs) / MINUTE_MS;
  const ago = fc.uniqueArray(
    fc.oneof(fc.integer({ min: 1, max: Math.floor(minutes) - 1 }), fc.integer({ min: 1, max: 400 })),
    {
      minLength: 90,
      maxLength: 110,
    },
  );
  const [sampled = []] = fc.sample(ago, { numRuns: 1, seed });
  const statuses = fc.sample(fc.constantFrom(...STATUSES), { numRuns: sampled.length, seed });
  const changes = sampled
    .sort((a, b) => b - a)
    .map((each, index): Change => ({ atMs: NOW_MS - each * MINUTE_MS, status: statuses[index] ?? "up" }));
  let previous: MonitorStatus = "pending";
  for (const { atMs, status } of changes) {
    await database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(atMs)}, ${status}, ${previous})`);
    previous = status;
  }
  await database.run(sql`update target set status = ${previous} where id = ${id}`);
  return [{ atMs: sinceMs, status: "pending" as const }, ...changes];
}

const statusAt = ({ changes }: Watched, atMs: number): MonitorStatus | undefined =>
  changes.findLast((change) => change.atMs <= atMs)?.status;

/** Older than two days, maintenance is widened to whole hours. */
function inMaintenance(target: Watched, atMs: number): boolean {
  return target.changes.some(({ atMs: fromMs, status }, index) => {
    const toMs = target.changes[index + 1]?.atMs ?? NOW_MS;
    const isOld = (ms: number) => NOW_MS - ms > 2 * DAY_MS;
    const from = isOld(fromMs) ? Math.floor(fromMs / HOUR_MS) * HOUR_MS : fromMs;
    const to = isOld(toMs) ? Math.ceil(toMs / HOUR_MS) * HOUR_MS : toMs;
    return status === "maintenance" && atMs >= from && atMs < to;
  });
}

type Range = { fromMs: number; toMs: number };

function expected(
  slo: SloDefinition,
  targets: readonly Watched[],
  { fromMs, toMs }: Range,
): { good: number; bad: number } {
  const sum = { good: 0, bad: 0 };
  for (const target of targets) {
    if (slo.sli === "time") addMinutes(sum, target, { slo, fromMs, toMs });
    else addChecks(sum, target, { slo, fromMs, toMs });
  }
  return sum;
}

type Asked = Range & { slo: SloDefinition };

/** Part of a minute counts as such: edges need not be at whole minutes. */
function addMinutes(sum: { good: number; bad: number }, target: Watched, { slo, fromMs, toMs }: Asked): void {
  for (let atMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS; atMs < toMs; atMs += MINUTE_MS) {
    const seconds = (Math.min(atMs + MINUTE_MS, toMs) - Math.max(atMs, fromMs)) / 1_000;
    const status = statusAt(target, atMs);
    const isMissed = atMs >= target.missed[0] && atMs < target.missed[1];
    if (status === "maintenance" && !slo.excludeMaintenance) sum.bad += seconds;
    else if (isMissed) continue;
    else if (status === "down") sum.bad += seconds;
    else if (status === "up" || status === "degraded") sum.good += seconds;
  }
}

function addChecks(sum: { good: number; bad: number }, target: Watched, { slo, ...range }: Asked): void {
  const threshold = ResponseSketch.threshold(slo.latencyMs ?? 1);
  const isLeftOut = ({ slotMs }: GeneratedResult) =>
    slotMs < range.fromMs ||
    slotMs >= range.toMs ||
    (slo.excludeMaintenance && inMaintenance(target, slotMs));
  for (const result of target.results) {
    if (isLeftOut(result)) continue;
    const { status, responseUs } = result;
    if (slo.sli === "latency") {
      if (responseUs !== null) sum[threshold.isAbove(responseUs / 1_000) ? "bad" : "good"] += 1;
    } else if (status !== "error") sum[status === "down" ? "bad" : "good"] += 1;
  }
}

const LAST_MS: Record<string, [number, number]> = {
  "1h": [HOUR_MS, 5 * MINUTE_MS],
  "6h": [6 * HOUR_MS, 30 * MINUTE_MS],
  "3d": [3 * DAY_MS, 6 * HOUR_MS],
};

function expectAgreement(slo: SloDefinition, report: SloReport, targets: readonly Watched[]): void {
  expect(report).toEqual(sloReportSchema.parse(report));
  expect(report.days[0]?.from).toBe(report.from);
  expect(report.days.at(-1)?.to).toBe(report.to);
  const range = (day: { from: string; to: string }) => ({
    fromMs: Date.parse(day.from),
    toMs: Date.parse(day.to),
  });
  for (const [index, day] of report.days.entries()) {
    expect({ good: day.good, bad: day.bad }).toEqual(expected(slo, targets, range(day)));
    expect(day.from).toBe(report.days[index - 1]?.to ?? report.from);
  }
  const { good, bad } = expected(slo, targets, range(report));
  expect(report).toMatchObject({
    good,
    bad,
    state: bad / (good + bad) <= 1 - slo.objective / 100 ? "met" : "missed",
  });
  expect(report.budget?.spent).toBe(bad);
  expect(report.budget?.left_percentage).toBe(report.days.at(-1)?.budget_left_percentage);
  for (const rate of report.burn_rates) {
    const [long, short] = (LAST_MS[rate.pair] ?? []).map((length) => {
      const startMs = NOW_MS - length;
      const fromMs = length > 2 * DAY_MS ? Math.floor(startMs / HOUR_MS) * HOUR_MS : startMs;
      const amounts = expected(slo, targets, { fromMs, toMs: NOW_MS });
      const share = amounts.bad / (amounts.good + amounts.bad);
      return Number.isNaN(share) ? null : share / (1 - slo.objective / 100);
    });
    expect(rate.factor).toBe(burnFactor(rate.pair, slo.window));
    for (const [found, wanted] of [
      [rate.long, long],
      [rate.short, short],
    ])
      if (wanted === null || wanted === undefined) expect(found).toBeNull();
      else expect(found).toBeCloseTo(wanted, 2);
  }
}

const BASE = {
  window: "7d",
  timezone: "UTC",
  objective: 60,
  latencyMs: null,
  excludeMaintenance: true,
} as const;
const definitions = (selector: SloDefinition["selector"]): SloDefinition[] => [
  { ...BASE, orgId, selector, sli: "time" },
  { ...BASE, orgId, selector, sli: "time", excludeMaintenance: false, timezone: "Asia/Kolkata" },
  { ...BASE, orgId, selector, sli: "checks", timezone: "Europe/Berlin" },
  { ...BASE, orgId, selector, sli: "checks", excludeMaintenance: false, timezone: "Asia/Kolkata" },
  { ...BASE, orgId, selector, sli: "latency", latencyMs: 80 },
  {
    ...BASE,
    orgId,
    selector,
    sli: "latency",
    latencyMs: 1_000,
    window: "month",
    timezone: "America/New_York",
  },
];

async function rollUp(nowMs: number, stepsMax = 100_000): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++)
    if ((await rollUpNextChunk(database, nowMs)).caughtUp) return;
}

/** Nine days are rolled up hour by hour. */
const SLOW = { timeout: 120_000 };

describe("measureSlo", () => {
  test("agrees with all results and statuses, at any rollup progress", SLOW, async () => {
    for (const advance of [
      async () => {},
      () => rollUp(NOW_MS - 3 * DAY_MS),
      () => rollUp(NOW_MS, 13),
      () => rollUp(NOW_MS + HOUR_MS + ROLL_UP_DELAY_MS),
    ]) {
      await advance();
      for (const slo of [...definitions({}), ...definitions({ targets: [watched[0]?.id ?? ""] })]) {
        const targets = watched.filter(({ id }) => slo.selector.targets?.includes(id) ?? true);
        expectAgreement(slo, await measureSlo(database, slo, NOW_MS), targets);
      }
    }
  });

  test("has the figures of the statistics of the same interval", SLOW, async () => {
    const [first] = watched;
    const monitorId = first?.id ?? "";
    const report = async (slo: Partial<SloDefinition>) =>
      measureSlo(
        database,
        { ...BASE, orgId, selector: { targets: [monitorId] }, sli: "time", ...slo },
        NOW_MS,
      );
    const time = await report({});
    const window = { period: null, fromMs: Date.parse(time.from), toMs: NOW_MS };
    const stats = await monitorStats(database, { orgId, monitorId, nowMs: NOW_MS, ...window });
    expect(time).toMatchObject({ from: stats.from, to: stats.to, attainment: stats.uptime_percentage });
    expect(time.bad).toBe(stats.downtime_seconds);
    expect(time.excluded.missed_seconds).toBe(stats.missed_seconds);
    const checks = await report({ sli: "checks", excludeMaintenance: false });
    expect(checks.bad).toBe(stats.failed_checks);
    expect(checks.excluded.checks).toBe(stats.error_checks);
    expect(checks.good).toBe(stats.total_checks - stats.failed_checks - stats.error_checks);
    // Times within 1 % of each other are in one bin of a sketch.
    const p95 = (stats.response_time_ms.p95 ?? 0) * 1.01;
    const latency = await report({ sli: "latency", latencyMs: p95, excludeMaintenance: false });
    expect(latency.attainment).toBeGreaterThanOrEqual(95);
    expect(latency.good + latency.bad + (latency.excluded.checks ?? 0)).toBe(stats.total_checks);
  });

  test("says that nothing was measured, and that a window is not full", async () => {
    const slo: SloDefinition = {
      ...BASE,
      orgId,
      selector: { targets: [watched[1]?.id ?? ""] },
      sli: "time",
      window: "28d",
    };
    expect(await measureSlo(database, slo, NOW_MS)).toMatchObject({ is_full: false, target_count: 1 });
    expect(
      await measureSlo(database, { ...slo, selector: { tags: { any: ["none"] } } }, NOW_MS),
    ).toMatchObject({
      ...{
        state: "no_data",
        attainment: null,
        budget: null,
        measured_from: null,
        is_full: false,
        target_count: 0,
      },
    });
  });
});
