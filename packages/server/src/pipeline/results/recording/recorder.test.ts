import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ObservedChanges } from "../../changes/observing/observed-changes.ts";
import { closeNextChunk } from "../closed/close-days.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { ConnectionFacts } from "./connection-facts.ts";
import type { Recorded } from "./record-batch.ts";
import { Recorder, type RecorderDeps } from "./recorder.ts";
import type { TargetState } from "./target-state.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await ensurePartitionsOf(db.database, [NOW_MS]);
});
afterAll(() => db.drop());

function outcome(change: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    status: "up",
    checkedAtMs: NOW_MS,
    responseUs: 1_500,
    timings: { dnsUs: null, connectUs: 100, tlsUs: null, ttfbUs: 1_000, downloadUs: 400 },
    statusCode: 200,
    ip: "127.0.0.1",
    tls: null,
    bodyBytes: 12,
    attempts: 1,
    assertions: [],
    error: null,
    ...change,
  };
}

/** A target, a recorder that has it in memory, and the calls that both received. */
async function setUp(change: { database?: Database; locations?: string[] } = {}) {
  const orgId = await makeOrganization(db.database);
  const { id, seriesKeys } = await makeMonitor(db.database, {
    orgId,
    locations: change.locations ?? ["default"],
  });
  const target: TargetState = {
    targetId: id,
    kind: "monitor",
    orgId,
    name: "Test",
    type: null,
    tags: [],
    groupId: null,
    enabled: true,
    revision: 1,
    status: "pending",
    statusSinceMs: NOW_MS - 1,
    statusReason: null,
    series: seriesKeys.map((seriesKey) => ({
      seriesKey,
      location: "default",
      active: true,
      status: "pending",
      statusSinceMs: NOW_MS - 1,
      consecutiveFailures: 0,
      consecutiveErrors: 0,
    })),
  };
  const known = {
    target,
    reloads: 0,
    learns: 0,
    isKnown: true,
    isCurrent: true,
    beforeCommit: async () => {},
  };
  const calls: Recorded[] = [];
  const database = change.database ?? db.database;
  const deps: RecorderDeps = {
    database,
    clock: systemClock,
    log: silentLogger,
    connectionFacts: new ConnectionFacts({ database: db.database, clock: systemClock }),
    isCurrent: () => known.isCurrent,
    findTarget: (key) => (known.isKnown && seriesKeys.includes(key) ? known.target : null),
    loadSeries: async (keys) => {
      known.learns += 1;
      if (keys.some((key) => seriesKeys.includes(key))) known.isKnown = true;
    },
    reload: async () => {
      known.reloads += 1;
      const row = await db.database.find<Pick<TargetState, "revision" | "status" | "enabled">>(
        sql`select revision, status, enabled from target where id = ${id}`,
      );
      known.target = { ...known.target, ...row };
    },
    mergeLate: () => known.beforeCommit(),
    changes: new ObservedChanges(),
    alerting: { afterResults: async () => () => {} },
    ensurePartitions: (instants) => ensurePartitionsOf(db.database, instants),
    onRecorded: (recorded) => calls.push(recorded),
  };
  const recorder = new Recorder(deps);
  /** The recorder of a scheduler that took the target over. */
  const makeSuccessor = () => new Recorder({ ...deps, isCurrent: () => true, mergeLate: async () => {} });
  const report = (slotMs: number, found: Partial<CheckOutcome> = {}): CheckReport => ({
    seriesKey: seriesKeys[0] ?? 0,
    shard: 0,
    slotMs,
    location: "default",
    trigger: "schedule",
    runner: "r1",
    outcome: outcome({ checkedAtMs: slotMs + 3, ...found }),
  });
  const stored = () =>
    db.database.rows<{ slot: Date; status: string; details: unknown; late_ms: number }>(
      sql`select * from check_result where series_key = ${seriesKeys[0]} order by slot`,
    );
  return {
    recorder,
    makeSuccessor,
    report,
    stored,
    calls,
    known,
    targetId: id,
    seriesKey: seriesKeys[0] ?? 0,
  };
}

const DRAIN = () => systemClock.monotonic() + 10_000;

describe("late results of a closed day", () => {
  test("are stored unless their slot has a result", async () => {
    const { recorder, report, stored, calls, seriesKey } = await setUp();
    const day = new Date("2026-11-02T00:00:00Z");
    const slotMs = day.getTime() + 3_600_000;
    void recorder.add([report(slotMs)]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    await closeNextChunk(db.database, { day, after: seriesKey - 1 });
    expect(await stored()).toEqual([]);
    void recorder.add([report(slotMs, { status: "down" }), report(slotMs + 60_000)]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toMatchObject([{ slot: new Date(slotMs + 60_000), status: "u" }]);
    expect(calls.flatMap(({ reports }) => reports.map((each) => each.report.slotMs))).toEqual([
      ...[slotMs, slotMs + 60_000],
    ]);
  });
});

describe("kept responses", () => {
  const KEPT = { headers: { server: "x" }, body: "hello", isBodyCut: false };
  const bodiesOf = (seriesKey: number) =>
    db.database.rows(
      sql`select slot, headers, body, body_truncated from result_body where series_key = ${seriesKey} order by slot`,
    );

  test("are stored once, with the result", async () => {
    const { recorder, report, stored, seriesKey } = await setUp();
    void recorder.add([report(NOW_MS, { kept: KEPT }), report(NOW_MS + 60_000)]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    void recorder.add([report(NOW_MS, { kept: { ...KEPT, body: "repeated" } })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toMatchObject([{ details: { has_body: true } }, { details: null }]);
    expect(await bodiesOf(seriesKey)).toEqual([
      { slot: new Date(NOW_MS), headers: KEPT.headers, body: "hello", body_truncated: false },
    ]);
  });

  test("are deleted with the target", async () => {
    const { recorder, report, targetId, seriesKey } = await setUp();
    void recorder.add([report(NOW_MS, { kept: KEPT })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    await db.database.run(sql`delete from stored_target where id = ${targetId}`);
    expect(await bodiesOf(seriesKey)).toEqual([]);
  });

  test("that take too much memory are left out, and their results are stored", async () => {
    const { recorder, report, stored, seriesKey } = await setUp();
    const large = { ...KEPT, body: "x".repeat(1_048_576) };
    const adding = recorder.add([report(NOW_MS, { kept: KEPT })]);
    void recorder.add(Array.from({ length: 65 }, (_, index) => report(NOW_MS + index + 1, { kept: large })));
    await adding;
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(66);
    expect(await bodiesOf(seriesKey)).toMatchObject([{ slot: new Date(NOW_MS) }]);
    void recorder.add([report(NOW_MS + 60_000, { kept: KEPT })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await bodiesOf(seriesKey)).toHaveLength(2);
  });
});

describe("recording", () => {
  test("stores a complete result and updates the target's status", async () => {
    const { recorder, report, stored, calls, targetId, known } = await setUp();
    const error = { code: "ASSERTION_FAILED", message: "expected 200", phase: "assertion" } as const;
    void recorder.add([report(NOW_MS), report(NOW_MS + 60_000, { status: "down", error })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toMatchObject([
      { slot: new Date(NOW_MS), status: "u", late_ms: 3, details: null, response_us: 1_500, ttfb_us: 1_000 },
      { status: "d", details: { error } },
    ]);
    const changes = await db.database.rows(
      sql`select status, previous_status, at from status_change where target_id = ${targetId} order by at`,
    );
    expect(changes).toEqual([
      { status: "up", previous_status: "pending", at: new Date(NOW_MS + 3) },
      { status: "down", previous_status: "up", at: new Date(NOW_MS + 60_003) },
    ]);
    expect(known.target).toMatchObject({
      status: "down",
      revision: 2,
      series: [{ consecutiveFailures: 1 }],
    });
    expect(calls.flatMap((each) => each.changes).map((change) => change.status)).toEqual(["up", "down"]);
  });

  test("a failed check's waiting time is not a response time", async () => {
    const { recorder, report, stored } = await setUp();
    const error = { code: "CONNECT_REFUSED", message: "refused", phase: "connect" } as const;
    void recorder.add([report(NOW_MS, { status: "down", statusCode: null, error })]);
    await recorder.drain(DRAIN());
    expect(await stored()).toMatchObject([{ response_us: null, connect_us: 100 }]);
  });

  test("a repeated report, in one batch or in two, is one result and one change", async () => {
    const { recorder, report, stored, calls, known } = await setUp();
    void recorder.add([report(NOW_MS), report(NOW_MS)]);
    await recorder.drain(DRAIN());
    void recorder.add([report(NOW_MS, { status: "down" }), report(NOW_MS + 1_000)]);
    await recorder.drain(DRAIN());
    expect(await stored()).toHaveLength(2);
    expect(calls.flatMap((each) => each.changes)).toHaveLength(1);
    expect(calls.flatMap((each) => each.reports)).toHaveLength(2);
    // It is counted as usage once as well.
    const used = await db.database.find(
      sql`select check_runs::int4, month::text from usage_month where org_id = ${known.target.orgId}`,
    );
    expect(used).toEqual({ check_runs: 2, month: "2026-11-01" });
  });

  test("a target that was paused meanwhile stays paused", async () => {
    const { recorder, report, stored, known, targetId } = await setUp();
    await db.database.run(
      sql`update target set status = 'paused', enabled = false, revision = revision + 1 where id = ${targetId}`,
    );
    void recorder.add([report(NOW_MS, { status: "down" })]);
    await recorder.drain(DRAIN());
    expect(known.reloads).toBe(1);
    expect(await stored()).toHaveLength(1);
    const row = await db.database.find<{ status: string }>(
      sql`select status from target where id = ${targetId}`,
    );
    expect(row?.status).toBe("paused");
  });

  test("stores a report that arrives before its target's notification, but not that of a deleted target", async () => {
    const { recorder, report, stored, known } = await setUp();
    known.isKnown = false;
    void recorder.add([report(NOW_MS), { ...report(NOW_MS), seriesKey: 999_999 }]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(1);
    const orphans = await db.database.rows(sql`select from check_result where series_key = 999999`);
    expect(orphans).toEqual([]);
  });

  test("reloads the target of a result each time if it is scheduled elsewhere", async () => {
    const { recorder, report, stored, known } = await setUp();
    known.isCurrent = false;
    await recorder.add([report(NOW_MS)]);
    await recorder.add([report(NOW_MS + 1_000), report(NOW_MS + 2_000)]);
    expect([known.learns, (await stored()).length]).toEqual([2, 3]);
  });

  test("keeps the first of a result and a gap for the same slot", async () => {
    const { recorder, report, stored, calls, seriesKey } = await setUp();
    const gapOf = (fromMs: number, slots: number) => ({
      seriesKey,
      fromMs,
      toMs: fromMs + (slots - 1) * 1_000,
      kind: "missed" as const,
      reason: "stopped",
      slots,
    });
    await recorder.add([report(NOW_MS + 2_000)]);
    recorder.addGaps([gapOf(NOW_MS, 5)]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    recorder.addGaps([gapOf(NOW_MS + 3_000, 4)]);
    await recorder.add([report(NOW_MS + 1_000, { status: "down" }), report(NOW_MS + 7_000)]);
    expect((await stored()).map((row) => row.slot.getTime() - NOW_MS)).toEqual([2_000, 7_000]);
    expect(calls.flatMap(({ reports }) => reports).map(({ report: { slotMs } }) => slotMs - NOW_MS)).toEqual([
      2_000, 7_000,
    ]);
    const gaps = await db.database.rows(sql`
      select (extract(epoch from from_slot) * 1000)::float8 - ${NOW_MS}::float8 as from,
        (extract(epoch from to_slot) * 1000)::float8 - ${NOW_MS}::float8 as to, slots
      from slot_gap where series_key = ${seriesKey} order by from_slot`);
    expect(gaps).toEqual([
      { from: 0, to: 1_000, slots: 2 },
      { from: 3_000, to: 4_000, slots: 2 },
      { from: 5_000, to: 6_000, slots: 2 },
    ]);
  });

  test("keeps one record of a slot that its former holder and its successor store at the same time", async () => {
    const { recorder, makeSuccessor, report, stored, known, seriesKey } = await setUp();
    known.isCurrent = false;
    const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    known.beforeCommit = () => {
      isWritten.resolve();
      return mayCommit.promise;
    };
    const adding = recorder.add([report(NOW_MS)]);
    await isWritten.promise;
    const successor = makeSuccessor();
    const gap = {
      seriesKey,
      fromMs: NOW_MS,
      toMs: NOW_MS + 1_000,
      kind: "missed",
      reason: "stopped",
      slots: 2,
    } as const;
    successor.addGaps([gap]);
    const isWaiting = () =>
      db.database.rows(sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`);
    const hasReacted = async () => successor.state().reportsWaiting === 0 || (await isWaiting()).length > 0;
    await expect.poll(hasReacted, { timeout: 10_000, interval: 20 }).toBe(true);
    mayCommit.resolve();
    await adding;
    expect(await successor.drain(DRAIN())).toBe(true);
    const gaps = await db.database.rows(sql`
      select (extract(epoch from from_slot) * 1000)::float8 - ${NOW_MS}::float8 as from, slots
      from slot_gap where series_key = ${seriesKey}`);
    expect([(await stored()).length, gaps]).toEqual([1, [{ from: 1_000, slots: 1 }]]);
  });

  test("creates the partition of a result's day", async () => {
    const { recorder, report, stored } = await setUp();
    void recorder.add([report(Date.UTC(2027, 4, 1))]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(1);
  });

  test("stores gaps once and leaves out those of a deleted target", async () => {
    const { recorder, seriesKey } = await setUp();
    const gap = {
      seriesKey,
      fromMs: NOW_MS,
      toMs: NOW_MS + 2_000,
      kind: "missed",
      reason: "late",
      slots: 3,
    } as const;
    recorder.addGaps([gap, { ...gap, seriesKey: 999_999 }]);
    await recorder.drain(DRAIN());
    recorder.addGaps([gap]);
    await recorder.drain(DRAIN());
    const rows = await db.database.rows(
      sql`select kind, slots from slot_gap where series_key = ${seriesKey}`,
    );
    expect(rows).toEqual([{ kind: "missed", slots: 3 }]);
  });

  test("keeps reports while the database is unavailable, and then stores all in order", async () => {
    let isAway = true;
    const database: Database = {
      ...db.database,
      transaction: (work) =>
        isAway ? Promise.reject(new AppError("SERVICE_UNAVAILABLE", "away")) : db.database.transaction(work),
    };
    const { recorder, report, stored } = await setUp({ database });
    void recorder.add(Array.from({ length: 2_500 }, (_, index) => report(NOW_MS + index * 1_000)));
    await vi.waitFor(() => expect(recorder.state().batchesFailed).toBeGreaterThan(1), 30_000);
    expect(recorder.state().reportsWaiting).toBe(2_500);
    isAway = false;
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(2_500);
  });

  test("drops only the report that cannot be stored", async () => {
    const { recorder, report, stored } = await setUp();
    const bad = report(NOW_MS + 5_000, { statusCode: 9_999_999 });
    void recorder.add([report(NOW_MS), bad, report(NOW_MS + 10_000)]);
    expect(await recorder.drain(systemClock.monotonic() + 20_000)).toBe(true);
    expect((await stored()).map((row) => row.slot.getTime())).toEqual([NOW_MS, NOW_MS + 10_000]);
  });

  test("unstorable reports do not block the reports behind them", async () => {
    const { recorder, report, stored } = await setUp();
    const slots = Array.from({ length: 200 }, (_, index) => NOW_MS + index * 1_000);
    const bad = (index: number) => index % 50 === 7;
    void recorder.add(
      slots.map((slotMs, index) => report(slotMs, bad(index) ? { statusCode: 9_999_999 } : {})),
    );
    expect(await recorder.drain(systemClock.monotonic() + 20_000)).toBe(true);
    expect(await stored()).toHaveLength(196);
    expect(recorder.state().batchesFailed).toBe(4);
  });
});
