import type { RuleCondition, RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertTarget, makeMonitor, makeOrganization, makeSeries } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type HistoryResult, randomHistory, seededRandom } from "../../../../test/make-history.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { type PlainHistory, plainPreview, readPlainHistory } from "../../../../test/plain-preview.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { upsertConnectionFacts } from "../../results/recording/queries.ts";
import { ensurePartitionsOf } from "../../results/retention/partitions.ts";
import { rollUpNextChunk } from "../../results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../results/rollups/rollup.ts";
import { preview } from "./preview.ts";

/** Not at the start of an hour. */
const NOW_MS = Date.UTC(2026, 10, 20, 12, 34, 56);
const DAYS = 4;
const HISTORY_MS = 3 * DAY_MS;
const SEEDS = [1, 2, 3, 4, 5, 6];
const LIMITS = { resultsMax: 1_000_000, newResultsMax: 1_000_000, durationMs: 60_000 };

type Target = { id: string; kind: "monitor" | "journey"; name: string };
type History = { orgId: string; target: Target; results: readonly HistoryResult[]; plain: PlainHistory };

let harness: TestDatabase;
let database: Database;
const histories: History[] = [];
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await ensurePartitionsOf(
    database,
    Array.from({ length: DAYS + 2 }, (_, nr) => NOW_MS - nr * DAY_MS),
  );
  for (const seed of SEEDS) histories.push(await makeHistory(seed));
  // The newest hours are not rolled up yet.
  const rolledUpMs = NOW_MS - 3 * HOUR_MS;
  while (!(await rollUpNextChunk(database, rolledUpMs)).caughtUp);
});
afterAll(() => harness.drop());

/** A monitor or journey with one, two or three locations; the third one was removed. */
async function makeHistory(seed: number): Promise<History> {
  const orgId = await makeOrganization(database);
  const locations = ["a", "b", "c"].slice(0, 1 + (seed % 3));
  const target =
    seed % 2 === 0 ? await makeJourneyTarget(orgId, locations) : await makeMonitorTarget(orgId, locations);
  if (locations.length > 2) {
    await database.run(
      sql`update series set active = false where target_id = ${target.id} and location = 'c'`,
    );
  }
  const fromMs = NOW_MS - HISTORY_MS + seed * 1_234;
  const results = randomHistory({
    seriesKeys: target.seriesKeys,
    connectionKeys: await makeConnectionFacts(),
    ...{ fromMs, toMs: NOW_MS, stepMs: seed % 2 === 0 ? 300_000 : 60_000, seed },
  });
  await insertResults(database, results);
  if (target.kind === "journey") await insertRuns(database, { orgId, target, results, seed });
  return { orgId, target, results, plain: await readPlainHistory(database, target.id) };
}

async function makeMonitorTarget(orgId: string, locations: readonly string[]) {
  const { id, seriesKeys } = await makeMonitor(database, { orgId, locations });
  return { id, kind: "monitor" as const, name: "Test", seriesKeys };
}

async function makeJourneyTarget(orgId: string, locations: readonly string[]) {
  const id = newId(NOW_MS);
  await database.run(insertTarget({ id, orgId, kind: "journey" }));
  const seriesKeys: number[] = [];
  for (const location of locations) seriesKeys.push(await makeSeries(database, { targetId: id, location }));
  return { id, kind: "journey" as const, name: "Test", seriesKeys };
}

/** Certificates that expire around the days of the rule, and one connection without a certificate. */
const makeConnectionFacts = () =>
  upsertConnectionFacts(
    database,
    [null, 13, 14.5, 30].map((days) => ({
      runner: "r1",
      ip: null,
      tlsExpiresAtMs: days === null ? null : NOW_MS - DAY_MS + days * DAY_MS,
      tlsIssuer: null,
      tlsProtocol: null,
    })),
  );

async function insertRuns(
  db: Db,
  { orgId, target, results, seed }: Omit<History, "plain"> & { seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  const compared = results.filter(() => random() < 0.3);
  await db.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms,
      queued_at, finished_at, visual_diff_percent)
    select g.id, ${orgId}, s.target_id, 'journey', s.location, 'schedule', r.slot, 'passed', 1, 1000, r.slot, r.slot, g.percent
    from unnest(
      ${textArray(compared.map(({ slotMs }) => newId(slotMs)))}::uuid[],
      ${intArray(compared.map(({ seriesKey }) => seriesKey))}::int4[],
      ${intArray(compared.map(({ slotMs }) => Math.round(slotMs * 1_000)))}::float8[],
      ${intArray(compared.map(() => (random() < 0.05 ? 7 : 1)))}::real[]
    ) as g (id, series_key, slot_us, percent)
    join series s on s.series_key = g.series_key and s.target_id = ${target.id}
    join check_result r on r.series_key = g.series_key and round(extract(epoch from r.slot) * 1000000) = g.slot_us`);
}

type Percentile = RuleParams["latency_threshold"]["percentile"];
const latency = (threshold_ms: number, window_seconds: number, percentile: Percentile, min_checks = 5) =>
  ({ type: "latency_threshold", params: { threshold_ms, window_seconds, percentile, min_checks } }) as const;
const errorRate = (threshold: number, window_seconds: number, min_checks = 5) =>
  ({ type: "error_rate", params: { threshold, window_seconds, min_checks } }) as const;
const failures = (threshold: number, min_locations = 1) =>
  ({ type: "consecutive_failures", params: { threshold, min_locations } }) as const;
const flapping = (changes: number, window_seconds: number) =>
  ({ type: "flapping", params: { changes, window_seconds } }) as const;

const MONITOR_CONDITIONS: readonly RuleCondition[] = [
  failures(1),
  failures(3),
  failures(3, 2),
  failures(20),
  errorRate(0, 600),
  errorRate(50, 900),
  errorRate(20, 5_400, 10),
  errorRate(10, 21_600),
  errorRate(25, 5_400, 60),
  errorRate(8, 9_000, 120),
  errorRate(100, 3_600),
  errorRate(2, 86_400, 100),
  latency(200, 900, 95),
  latency(145, 1_800, 50),
  latency(150, 3_600, 90),
  latency(330, 43_200, 99),
  latency(200, 5_400, 90, 60),
  latency(200, 9_000, 90, 120),
  latency(160, 86_400, 90),
  latency(130, 1_800, "avg"),
  latency(120, 21_600, "avg"),
  flapping(3, 1_800),
  flapping(12, 21_600),
  { type: "ssl_expiry", params: { days: 14 } },
];
const DIFFS: RuleCondition = { type: "visual_diff_threshold", params: { threshold_percent: 5 } };

const TIMINGS = [
  { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 },
  { cooldownMs: 5_400_000, confirmMs: 0, recoveryThreshold: 1 },
  { cooldownMs: 0, confirmMs: 600_000, recoveryThreshold: 4 },
  { cooldownMs: 1_800_000, confirmMs: 120_000, recoveryThreshold: 15 },
];

const CONDITIONS = [...MONITOR_CONDITIONS, DIFFS];
/** Each condition of monitors meets each timing in some history: all timings in all histories take four times as long. */
const timingsOf = (condition: RuleCondition, historyNr: number) =>
  TIMINGS.filter(
    (_, nr) => nr === (CONDITIONS.indexOf(condition) + Math.floor(historyNr * 1.5)) % TIMINGS.length,
  );

describe("a preview by rollups", () => {
  test.each(CONDITIONS)(
    "finds the same alerts as the evaluation of every result: $type $params",
    async (condition) => {
      let total = 0;
      for (const [nr, { orgId, target, plain }] of histories.entries()) {
        if (condition.type === "visual_diff_threshold" && target.kind === "monitor") continue;
        for (const timing of timingsOf(condition, nr)) {
          const request = { orgId, condition, timing, targets: [target], days: DAYS, nowMs: NOW_MS };
          const found = await preview({ db: database, clock: systemClock, limits: LIMITS }, request);
          const expected = plainPreview(plain, { condition, timing, sinceMs: NOW_MS - DAYS * DAY_MS });
          expect(found.precision).toBe("results");
          expect(
            found.alerts.map(({ triggered_at, resolved_at, evidence }) => {
              const { location: _at, result_id: _result, run_id: _run, error: _error, ...figures } = evidence;
              return { triggered_at, resolved_at, figures };
            }),
          ).toEqual(expected);
          total += expected.length;
        }
      }
      expect(total).toBeGreaterThan(0);
    },
  );
});
