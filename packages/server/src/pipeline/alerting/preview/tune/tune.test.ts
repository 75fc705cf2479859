import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { type HistoryResult, randomHistory } from "../../../../../test/make-history.ts";
import { insertResults } from "../../../../../test/make-results.ts";
import { type PlainHistory, plainPreview, readPlainHistory } from "../../../../../test/plain-preview.ts";
import { systemClock } from "../../../../platform/kernel/clock.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { upsertConnectionFacts } from "../../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../results/retention/partitions.ts";
import { rollUpNextChunk } from "../../../results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../../results/rollups/rollup.ts";
import type { AlertTiming } from "../../evaluation/condition-state.ts";
import { preview } from "../preview.ts";
import type { PreviewTarget } from "../preview-request.ts";
import { type ReplayedCondition, type Tuned, tune } from "./tune.ts";

/** Not at the start of an hour. */
const NOW_MS = Date.UTC(2026, 10, 20, 12, 34, 56);
const DAYS = 3;
const SINCE_MS = NOW_MS - DAYS * DAY_MS;
const LIMITS = { resultsMax: 1_000_000, newResultsMax: 1_000_000, durationMs: 60_000 };
const TIMING: AlertTiming = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };

type History = { target: PreviewTarget; results: readonly HistoryResult[]; plain: PlainHistory };

let harness: TestDatabase;
let database: Database;
let orgId: string;
/** With one, two and three locations; the third one was removed. */
const histories: History[] = [];
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    Array.from({ length: DAYS + 2 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
  orgId = await makeOrganization(database);
  for (const locations of [1, 2, 3]) histories.push(await makeHistory(locations));
  // The newest hours are not rolled up yet.
  while (!(await rollUpNextChunk(database, NOW_MS - 3 * HOUR_MS)).caughtUp);
});
afterAll(() => harness.drop());

async function makeHistory(locations: number): Promise<History> {
  const made = await makeMonitor(database, { orgId, locations: ["a", "b", "c"].slice(0, locations) });
  if (locations === 3)
    await database.run(sql`update series set active = false where target_id = ${made.id} and location = 'c'`);
  const results = randomHistory({
    seriesKeys: made.seriesKeys,
    connectionKeys: await upsertConnectionFacts(database, [
      { runner: "r1", ip: null, tlsExpiresAtMs: null, tlsIssuer: null, tlsProtocol: null },
    ]),
    ...{ fromMs: NOW_MS - (DAYS + 0.5) * DAY_MS, toMs: NOW_MS, stepMs: 200_000, seed: 40 + locations },
  });
  await insertResults(database, results);
  const target = { id: made.id, kind: "monitor" as const, name: `Monitor ${locations}` };
  return { target, results, plain: await readPlainHistory(database, made.id) };
}

type Asked = {
  condition: ReplayedCondition;
  timing?: AlertTiming;
  targets: readonly PreviewTarget[];
  days?: number;
};

const requestOf = ({ timing = TIMING, days = DAYS, ...rest }: Asked) => {
  return { orgId, timing, days, nowMs: NOW_MS, ...rest };
};
const tuneOf = (asked: Asked, limits: Partial<typeof LIMITS> = {}) =>
  tune({ db: database, clock: systemClock, limits: { ...LIMITS, ...limits } }, requestOf(asked));

const failures = (threshold: number, min_locations = 1) =>
  ({ type: "consecutive_failures", params: { threshold, min_locations } }) as const;
const errorRate = {
  type: "error_rate",
  params: { threshold: 50, window_seconds: 900, min_checks: 3 },
} as const;
const latency = {
  type: "latency_threshold",
  params: { threshold_ms: 150, window_seconds: 1_800, percentile: 90, min_checks: 3 },
} as const;
const flapping = { type: "flapping", params: { changes: 3, window_seconds: 1_800 } } as const;
const OUTAGE_RULES: readonly ReplayedCondition[] = [failures(2), errorRate, latency];
const RULES: readonly ReplayedCondition[] = [...OUTAGE_RULES, flapping];
const TIMINGS = [TIMING, { cooldownMs: 3_600_000, confirmMs: 240_000, recoveryThreshold: 3 }];

describe.each(RULES)("tuning a rule of the type $type", (condition) => {
  test.each(TIMINGS)("finds the alerts of the evaluation of every result: %o", async (timing) => {
    let total = 0;
    for (const { target, plain } of histories) {
      // The history begins within these days.
      const days = DAYS + 1;
      const { combinations } = await tuneOf({ condition, timing, targets: [target], days });
      for (const each of combinations.filter((_, nr) => nr % 4 === 0)) {
        const { recoveryThreshold } = each;
        const expected = plainPreview(plain, {
          condition: each.condition,
          timing: { ...timing, recoveryThreshold },
          sinceMs: NOW_MS - days * DAY_MS,
        });
        expect([each.condition.params, recoveryThreshold, each.alerts]).toEqual([
          ...[each.condition.params, recoveryThreshold],
          expected.length,
        ]);
        total += each.alerts;
      }
    }
    expect(total).toBeGreaterThan(0);
  });

  test("gives the combination of the rule the alerts of its preview, over all targets", async () => {
    const targets = histories.map(({ target }) => target);
    for (const timing of TIMINGS) {
      const asked = { condition, timing, targets };
      const { combinations } = await tuneOf(asked);
      const found = await preview({ db: database, clock: systemClock, limits: LIMITS }, requestOf(asked));
      const own = combinations.filter(({ isRule }) => isRule);
      expect(own).toMatchObject([{ condition, alerts: found.total }]);
      expect(found.total).toBeGreaterThan(0);
    }
  });

  test("is the sum of its targets", async () => {
    const all = await tuneOf({ condition, targets: histories.map(({ target }) => target) });
    const single: Tuned[] = [];
    for (const { target } of histories) single.push(await tuneOf({ condition, targets: [target] }));
    expect(all.outages).toBe(sumOf(single.map(({ outages }) => outages)));
    for (const each of all.combinations) {
      // The grid of a target has only as many locations as the target.
      const same = single.map(({ combinations }) => combinations.find((other) => isSame(each, other)));
      if (same.includes(undefined)) continue;
      expect(each.alerts).toBe(sumOf(same.map((other) => other?.alerts ?? 0)));
      expect(each.missed).toBe(sumOf(same.map((other) => other?.missed ?? 0)));
    }
  });
});

describe("a stricter threshold", () => {
  test("never gives more alerts at one location with the same recovery", async () => {
    const [one] = histories;
    if (one === undefined) throw new Error("no history");
    const { combinations } = await tuneOf({ condition: failures(2), targets: [one.target] });
    for (const group of Map.groupBy(combinations, (each) => each.recoveryThreshold).values()) {
      const alerts = group.map((each) => each.alerts);
      expect(alerts).toHaveLength(5);
      expect(alerts).toEqual(alerts.toSorted((a, b) => b - a));
    }
  });

  test.each(OUTAGE_RULES)("never misses fewer outages with the same recovery: $type", async (condition) => {
    const { combinations } = await tuneOf({ condition, targets: histories.map(({ target }) => target) });
    const groups = Map.groupBy(combinations, ({ condition: { params }, recoveryThreshold }) => {
      const rest = "threshold_ms" in params ? { ...params, threshold_ms: 0 } : { ...params, threshold: 0 };
      return JSON.stringify([rest, recoveryThreshold]);
    });
    for (const group of groups.values()) {
      const missed = group.map((each) => each.missed);
      expect(missed).toEqual(missed.toSorted((a, b) => a - b));
    }
  });
});

test("outages are the times of at least 5 minutes in which half of the active locations are down", async () => {
  for (const { target, results, plain } of histories) {
    const expected = plainOutages(results, plain);
    const { outages, combinations } = await tuneOf({ condition: failures(1), targets: [target] });
    expect(outages).toBe(expected.length);
    expect(outages).toBeGreaterThan(0);
    expect(combinations.find(({ isRule }) => isRule)).toMatchObject({ missed: 0, delayMs: 0 });
  }
});

test("alerts about flapping are counted, and brief ones are those of less than 5 minutes", async () => {
  const [one] = histories;
  if (one === undefined) throw new Error("no history");
  const { outages, combinations } = await tuneOf({ condition: flapping, targets: [one.target] });
  expect(outages).toBe(0);
  expect(combinations.some(({ isKnee, missed, delayMs }) => isKnee || missed > 0 || delayMs !== null)).toBe(
    false,
  );
  const found = await preview(
    { db: database, clock: systemClock, limits: LIMITS },
    requestOf({ condition: flapping, targets: [one.target] }),
  );
  const brief = found.alerts.filter((each) => each.resolved_at !== null && each.duration_seconds < 300);
  expect(combinations.find(({ isRule }) => isRule)).toMatchObject({ brief: brief.length });
});

test("too many results, or too long a time, are refused", async () => {
  const asked = { condition: failures(1), targets: histories.map(({ target }) => target) };
  await expect(tuneOf(asked, { resultsMax: 100 })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    details: [{ path: "days", message: expect.stringContaining("more than 100 results") }],
  });
  await expect(tuneOf(asked, { newResultsMax: 10 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(tuneOf(asked, { durationMs: -1 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

/** Goes through every result and finds when enough locations are down. */
function plainOutages(results: readonly HistoryResult[], { series }: PlainHistory) {
  const active = series.filter((each) => each.active).map(({ seriesKey }) => seriesKey);
  const down = new Set<number>();
  const found: { fromMs: number; toMs: number }[] = [];
  let sinceMs: number | null = null;
  for (const { seriesKey, slotMs, status } of results.toSorted((a, b) => a.slotMs - b.slotMs)) {
    if (status === "error") continue;
    if (status === "down" && active.includes(seriesKey)) down.add(seriesKey);
    else down.delete(seriesKey);
    const isDown = down.size > 0 && down.size * 2 >= active.length;
    if (isDown) sinceMs ??= slotMs;
    else if (sinceMs !== null) {
      found.push({ fromMs: sinceMs, toMs: slotMs });
      sinceMs = null;
    }
  }
  if (sinceMs !== null) found.push({ fromMs: sinceMs, toMs: NOW_MS });
  return found.filter(({ fromMs, toMs }) => fromMs >= SINCE_MS && toMs - fromMs >= 300_000);
}

type Setting = { condition: RuleCondition; recoveryThreshold: number };

function isSame(one: Setting, other: Setting): boolean {
  const key = ({ condition, recoveryThreshold }: Setting) => JSON.stringify([condition, recoveryThreshold]);
  return key(one) === key(other);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
