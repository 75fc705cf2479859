import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAlerts, makeRule } from "../../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { insertResults } from "../../../../../test/make-results.ts";
import { systemClock } from "../../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../../platform/kernel/logger.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { insertGaps } from "../../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../results/retention/partitions.ts";
import { createSilenceJob } from "../../silence/evaluate-silence.ts";
import { preview } from "../preview.ts";

const START_MS = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LIMITS = { resultsMax: 10_000, newResultsMax: 10_000, durationMs: 60_000 };
const TIMING = { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 };

let harness: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    Array.from({ length: 10 }, (_, nr) => START_MS - nr * DAY_MS),
  );
});
afterAll(() => harness.drop());
beforeEach(async () => {
  orgId = await makeOrganization(database);
});

const STATUSES: Readonly<Record<string, CheckStatus>> = { u: "up", d: "down", e: "error" };

/** The minute `nr` of a history: `u`, `d` and `e` are results, `m` is missed, `s` is skipped by maintenance. */
async function addMinute(seriesKey: number, letter: string, nr: number): Promise<void> {
  const slotMs = START_MS + nr * MINUTE_MS;
  const status = STATUSES[letter];
  if (status !== undefined) {
    await insertResults(database, [{ seriesKey, slotMs, status, responseUs: null }]);
    return;
  }
  const reason = letter === "m" ? ("no_runner" as const) : ("maintenance" as const);
  const kind = letter === "m" ? ("missed" as const) : ("skipped" as const);
  const gap = { seriesKey, fromMs: slotMs, toMs: slotMs, kind, reason, slots: 1 };
  await database.transaction((db) => insertGaps(db, [gap]));
}

async function monitor() {
  const createdAt = new Date(START_MS - 5 * DAY_MS);
  const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt });
  return { id, seriesKey: seriesKeys[0] ?? 0 };
}

type Timing = typeof TIMING;

async function previewed(
  id: string,
  condition: RuleCondition,
  { minutes, timing = TIMING, days = 1 }: { minutes: number; timing?: Timing; days?: number },
) {
  const { alerts, total, precision } = await preview(
    { db: database, clock: systemClock, limits: LIMITS },
    {
      ...{ orgId, condition, timing, days, nowMs: START_MS + minutes * MINUTE_MS },
      targets: [{ id, kind: "monitor", name: "Test" }],
    },
  );
  expect([total, precision]).toEqual([alerts.length, "results"]);
  const minuteOf = (at: string | null) => (at === null ? null : (Date.parse(at) - START_MS) / MINUTE_MS);
  return alerts
    .map(({ triggered_at, resolved_at }) => [minuteOf(triggered_at), minuteOf(resolved_at)])
    .toReversed();
}

const NO_DATA: RuleCondition = { type: "no_data", params: { minutes: 3 } };
const MISSED: RuleCondition = { type: "missed", params: { minutes: 3 } };

test.each<[string, RuleCondition, string, (number | null)[][]]>([
  ["missed slots", MISSED, "uummmmmmmuuu", [[5, 9]]],
  ["missed slots up to now", MISSED, "uummmmmmmm", [[5, null]]],
  ["too few missed slots", MISSED, "uummmuuuu", []],
  ["results without a verdict are measured", MISSED, "uueeeeeeee", []],
  ["results without a verdict are no data", NO_DATA, "uueeeeeeeeuu", [[5, 10]]],
  ["an end of maintenance starts the time again", NO_DATA, "uummsssmmmmuu", [[10, 11]]],
  [
    "several outages",
    NO_DATA,
    "ummmmmuuummmmmmuu",
    [
      [4, 6],
      [12, 15],
    ],
  ],
])("%s", async (_name, condition, letters, expected) => {
  const { id, seriesKey } = await monitor();
  for (const [nr, letter] of [...letters].entries()) await addMinute(seriesKey, letter, nr);
  expect(await previewed(id, condition, { minutes: letters.length - 1 })).toEqual(expected);
});

test("the evidence says since when and where", async () => {
  const { id, seriesKey } = await monitor();
  for (const [nr, letter] of [..."ummmmmm"].entries()) await addMinute(seriesKey, letter, nr);
  const nowMs = START_MS + 6 * MINUTE_MS;
  const { alerts } = await preview(
    { db: database, clock: systemClock, limits: LIMITS },
    {
      ...{ orgId, condition: MISSED, timing: TIMING, days: 1, nowMs },
      targets: [{ id, kind: "monitor", name: "Test" }],
    },
  );
  expect(alerts).toMatchObject([
    {
      target: { id, type: "monitor", name: "Test" },
      evidence: {
        ...{ location: null, threshold: 3, value: 3, locations: ["default"] },
        last_result_at: new Date(START_MS).toISOString(),
      },
    },
  ]);
});

test("is what the evaluation of every minute opens and resolves", async () => {
  const timings = fc.constantFrom<Timing>(
    TIMING,
    { ...TIMING, confirmMs: 2 * MINUTE_MS },
    { ...TIMING, recoveryThreshold: 2 },
    { ...TIMING, cooldownMs: 12 * MINUTE_MS },
  );
  const minutes = fc.array(fc.tuple(fc.constantFrom("u", "m", "e"), fc.integer({ min: 1, max: 8 })), {
    minLength: 2,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(NO_DATA, MISSED), timings, minutes, async (condition, timing, runs) => {
      orgId = await makeOrganization(database);
      const { id, seriesKey } = await monitor();
      await makeRule(database, {
        ...{ orgId, targetId: id, ...condition },
        confirmSeconds: timing.confirmMs / 1_000,
        cooldownSeconds: timing.cooldownMs / 1_000,
        recoveryThreshold: timing.recoveryThreshold,
      });
      const letters = `u${runs.map(([letter, count]) => letter.repeat(count)).join("")}`;
      for (const [nr, letter] of [...letters].entries()) {
        await addMinute(seriesKey, letter, nr);
        await evaluateAt(nr);
      }
      const live = await listAlerts(database, orgId);
      const minuteOf = (at: Date | null) => (at === null ? null : (at.getTime() - START_MS) / MINUTE_MS);
      const expected = live.map(({ triggered_at, resolved_at }) => [
        minuteOf(triggered_at),
        minuteOf(resolved_at),
      ]);
      const found = await previewed(id, condition, { minutes: letters.length - 1, timing });
      expect([letters, timing, found]).toEqual([letters, timing, expected]);
    }),
    { numRuns: 25 },
  );
});

/** Runs the job that opens and resolves such alerts, at a minute of the history. */
async function evaluateAt(nr: number): Promise<void> {
  let uptimeMs = 0;
  const clock = { now: () => START_MS + nr * MINUTE_MS, monotonic: () => uptimeMs };
  const suppression = { isSuppressed: async () => new Map<string, string>() };
  const job = createSilenceJob({ database, clock, log: silentLogger, suppression, publish: () => undefined });
  uptimeMs = 3 * MINUTE_MS;
  await job({ signal: AbortSignal.timeout(30_000) });
}
