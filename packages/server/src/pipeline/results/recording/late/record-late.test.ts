import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { systemClock } from "../../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../../platform/kernel/logger.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { ObservedChanges } from "../../../changes/observing/observed-changes.ts";
import { ensurePartitionsOf } from "../../retention/partitions.ts";
import { mergeLateResults } from "../../rollups/late-results.ts";
import { ConnectionFacts } from "../connection-facts.ts";
import { insertGaps, type SlotGapRow } from "../queries.ts";
import type { FinishedReport, KnownReport } from "../record-batch.ts";
import type { TargetState } from "../target-state.ts";
import { LateReports } from "./late-reports.ts";
import { type LateDeps, recordLate, replaceSlots } from "./record-late.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const SECOND_MS = 1_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

function outcome(change: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    ...{ status: "down", checkedAtMs: NOON_MS, responseUs: null, statusCode: null, ip: null, tls: null },
    timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
    ...{ bodyBytes: null, attempts: 1, assertions: [] },
    error: { phase: "connect", code: "CONNECTION_REFUSED", message: "refused" },
    ...change,
  } as CheckOutcome;
}

function reportAt(seriesKey: number, slotMs: number): FinishedReport {
  return {
    ...{ seriesKey, slotMs, shard: 0, location: "home", trigger: "schedule", runner: "nas", mayBeLate: true },
    outcome: outcome({ checkedAtMs: slotMs + 3 }),
  };
}

const gapOf = (seriesKey: number, change: Partial<SlotGapRow> = {}): SlotGapRow => ({
  ...{ seriesKey, fromMs: NOON_MS, toMs: NOON_MS + 9 * SECOND_MS, slots: 10 },
  ...{ kind: "missed", reason: "stopped" },
  ...change,
});

async function setUp() {
  const orgId = await makeOrganization(db.database);
  const { id, seriesKeys } = await makeMonitor(db.database, { orgId, locations: ["home"] });
  const [seriesKey = 0] = seriesKeys;
  const target = { targetId: id, kind: "monitor", type: "url", orgId, status: "up", series: [] };
  const usage: number[] = [];
  const merged: number[] = [];
  const deps: LateDeps = {
    isOnGrid: ({ slotMs }) => slotMs % SECOND_MS === 0,
    ...{ database: db.database, clock: systemClock },
    connectionFacts: new ConnectionFacts({ database: db.database, clock: systemClock }),
    findTarget: (key) => (key === seriesKey ? (target as unknown as TargetState) : null),
    isCurrent: () => true,
    loadSeries: async () => {},
    reload: async () => {},
    mergeLate: async (tx, reports) => {
      merged.push(...reports.map(({ slotMs }) => slotMs));
      await mergeLateResults(tx, []);
    },
    changes: new ObservedChanges(),
    alerting: {
      afterResults: () => {
        throw new Error("a late result is not evaluated");
      },
    },
    onUsage: (totals) => usage.push(...totals.map(({ checkRuns }) => checkRuns)),
    ensurePartitions: (instants) => ensurePartitionsOf(db.database, instants),
  };
  const gaps = () =>
    db.database.rows<{ from: number; slots: number }>(sql`
      select (extract(epoch from from_slot) - ${NOON_MS / 1_000})::float8 as "from", slots from slot_gap
      where series_key = ${seriesKey} order by from_slot`);
  const results = async () => {
    const rows = await db.database.rows<{ at: number }>(sql`
      select (extract(epoch from slot) - ${NOON_MS / 1_000})::float8 as at from check_result
      where series_key = ${seriesKey} and status = 'd' order by slot`);
    return rows.map(({ at }) => at);
  };
  const at = (second: number) => reportAt(seriesKey, NOON_MS + second * SECOND_MS);
  return { deps, seriesKey, usage, merged, gaps, results, at };
}

test("a late result takes the place of its missed slot, once, in lists, rollups and usage", async () => {
  const { deps, seriesKey, usage, merged, gaps, results, at } = await setUp();
  await insertGaps(db.database, [gapOf(seriesKey)]);
  const all = [at(0), at(4), at(4), at(9)];
  expect((await recordLate(deps, all)).stored).toEqual([all[0], all[1], all[3]]);
  expect(await gaps()).toEqual([
    { from: 1, slots: 3 },
    { from: 5, slots: 4 },
  ]);
  expect(await results()).toEqual([0, 4, 9]);
  expect([merged, usage]).toEqual([[0, 4, 9].map((second) => NOON_MS + second * SECOND_MS), [3]]);
  expect(await recordLate(deps, [at(4)])).toMatchObject({ stored: [], waiting: [] });
  expect(await results()).toEqual([0, 4, 9]);
});

test("a result waits until its slot is accounted for", async () => {
  const { deps, seriesKey, results, at } = await setUp();
  const early = at(0);
  expect(await recordLate(deps, [early])).toMatchObject({ stored: [], waiting: [early] });
  await insertGaps(db.database, [gapOf(seriesKey, { toMs: NOON_MS, slots: 1, reason: "runner_lost" })]);
  expect(await recordLate(deps, [early])).toMatchObject({ stored: [early], waiting: [] });
  expect(await results()).toEqual([0]);
});

test("a result beside the grid is stored at once, because no gap will contain it", async () => {
  const { deps, results, at } = await setUp();
  const beside = at(0.5);
  expect((await recordLate(deps, [beside, at(0.5)])).stored).toEqual([beside]);
  expect(await recordLate(deps, [at(0.5)])).toMatchObject({ stored: [], waiting: [] });
  expect(await results()).toEqual([0.5]);
});

test.each([
  ["of a check whose monitor was changed", { reason: "changed" }],
  ["of a check that was not made", { reason: "running", kind: "skipped" }],
] as const)("a slot %s stays as it is", async (_name, change) => {
  const { deps, seriesKey, gaps, at } = await setUp();
  await insertGaps(db.database, [gapOf(seriesKey, change)]);
  expect(await recordLate(deps, [at(3)])).toMatchObject({ stored: [], waiting: [] });
  expect(await gaps()).toEqual([{ from: 0, slots: 10 }]);
});

test("results of deleted monitors are dropped", async () => {
  const { deps } = await setUp();
  expect(await recordLate(deps, [reportAt(-1, NOON_MS)])).toEqual({ stored: [], waiting: [] });
});

test("every slot stays accounted for exactly once when results are taken out of gaps", () => {
  const slots = fc.array(fc.integer({ min: -2, max: 32 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), slots, (length, taken) => {
      const gap = gapOf(1, { toMs: NOON_MS + (length - 1) * SECOND_MS, slots: length });
      const known = taken.map((slot) => ({ report: reportAt(1, NOON_MS + slot * SECOND_MS) }) as KnownReport);
      const replaced = replaceSlots([gap], known);
      const results = replaced.known.map(({ report }) => report.slotMs);
      const left = (replaced.gaps.length > 0 ? replaced.left : [gap]).flatMap(({ fromMs, slots: count }) =>
        Array.from({ length: count }, (_, index) => fromMs + index * SECOND_MS),
      );
      const expected = Array.from({ length }, (_, index) => NOON_MS + index * SECOND_MS);
      expect([...results, ...left].toSorted((a, b) => a - b)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("a report that was sent twice is not stored before the accepted one", async () => {
  const { deps, seriesKey, results } = await setUp();
  const [asked, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const untilRecorded = () => {
    asked.resolve();
    return recorded.promise;
  };
  const late = new LateReports({ ...deps, log: silentLogger, untilRecorded });
  // Beside the grid, as the first check of a monitor: no gap will be recorded for it.
  const report = reportAt(seriesKey, NOON_MS + SECOND_MS / 2);
  late.add([report]);
  await asked.promise;
  expect(await results()).toEqual([]);
  await recordLate(deps, [report]);
  recorded.resolve(true);
  await expect.poll(() => late.state().lateReportsWaiting).toBe(0);
  expect(await results()).toEqual([0.5]);
  late.stop();
});
