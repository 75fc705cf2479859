import { describe, expect, test, vi } from "vitest";
import { createRecorderLab, DRAIN, NOW_MS } from "../../../../test/labs/recorder-lab.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = createRecorderLab();

describe("recording", () => {
  test("stores a complete result and updates the target's status", async () => {
    const { recorder, report, stored, calls, targetId, known } = await lab.setUp();
    const error = { code: "ASSERTION_FAILED", message: "expected 200", phase: "assertion" } as const;
    void recorder.add([report(NOW_MS), report(NOW_MS + 60_000, { status: "down", error })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toMatchObject([
      { slot: new Date(NOW_MS), status: "u", late_ms: 3, details: null, response_us: 1_500, ttfb_us: 1_000 },
      { status: "d", details: { error } },
    ]);
    const changes = await lab.database.rows(
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
    const { recorder, report, stored } = await lab.setUp();
    const error = { code: "CONNECT_REFUSED", message: "refused", phase: "connect" } as const;
    void recorder.add([report(NOW_MS, { status: "down", statusCode: null, error })]);
    await recorder.drain(DRAIN());
    expect(await stored()).toMatchObject([{ response_us: null, connect_us: 100 }]);
  });

  test("a repeated report, in one batch or in two, is one result and one change", async () => {
    const { recorder, report, stored, calls, known } = await lab.setUp();
    void recorder.add([report(NOW_MS), report(NOW_MS)]);
    await recorder.drain(DRAIN());
    void recorder.add([report(NOW_MS, { status: "down" }), report(NOW_MS + 1_000)]);
    await recorder.drain(DRAIN());
    expect(await stored()).toHaveLength(2);
    expect(calls.flatMap((each) => each.changes)).toHaveLength(1);
    expect(calls.flatMap((each) => each.reports)).toHaveLength(2);
    // It is counted as usage once as well.
    const used = await lab.database.find(
      sql`select check_runs::int4, month::text from usage_month where org_id = ${known.target.orgId}`,
    );
    expect(used).toEqual({ check_runs: 2, month: "2026-11-01" });
  });

  test("a target that was paused meanwhile stays paused", async () => {
    const { recorder, report, stored, known, targetId } = await lab.setUp();
    await lab.database.run(
      sql`update target set status = 'paused', enabled = false, revision = revision + 1 where id = ${targetId}`,
    );
    void recorder.add([report(NOW_MS, { status: "down" })]);
    await recorder.drain(DRAIN());
    expect(known.reloads).toBe(1);
    expect(await stored()).toHaveLength(1);
    const row = await lab.database.find<{ status: string }>(
      sql`select status from target where id = ${targetId}`,
    );
    expect(row?.status).toBe("paused");
  });

  test("stores a report that arrives before its target's notification, but not that of a deleted target", async () => {
    const { recorder, report, stored, known } = await lab.setUp();
    known.isKnown = false;
    void recorder.add([report(NOW_MS), { ...report(NOW_MS), seriesKey: 999_999 }]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(1);
    const orphans = await lab.database.rows(sql`select from check_result where series_key = 999999`);
    expect(orphans).toEqual([]);
  });

  test("reloads the target of a result each time if it is scheduled elsewhere", async () => {
    const { recorder, report, stored, known } = await lab.setUp();
    known.isCurrent = false;
    await recorder.add([report(NOW_MS)]);
    await recorder.add([report(NOW_MS + 1_000), report(NOW_MS + 2_000)]);
    expect([known.learns, (await stored()).length]).toEqual([2, 3]);
  });

  test("keeps the first of a result and a gap for the same slot", async () => {
    const { recorder, report, stored, calls, seriesKey } = await lab.setUp();
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
    const gaps = await lab.database.rows(sql`
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
    const { recorder, makeSuccessor, report, stored, known, seriesKey } = await lab.setUp();
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
      lab.database.rows(sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`);
    const hasReacted = async () => successor.state().reportsWaiting === 0 || (await isWaiting()).length > 0;
    await expect.poll(hasReacted, { timeout: 10_000, interval: 20 }).toBe(true);
    mayCommit.resolve();
    await adding;
    expect(await successor.drain(DRAIN())).toBe(true);
    const gaps = await lab.database.rows(sql`
      select (extract(epoch from from_slot) * 1000)::float8 - ${NOW_MS}::float8 as from, slots
      from slot_gap where series_key = ${seriesKey}`);
    expect([(await stored()).length, gaps]).toEqual([1, [{ from: 1_000, slots: 1 }]]);
  });

  test("creates the partition of a result's day", async () => {
    const { recorder, report, stored } = await lab.setUp();
    void recorder.add([report(Date.UTC(2027, 4, 1))]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(1);
  });

  test("stores gaps once and leaves out those of a deleted target", async () => {
    const { recorder, seriesKey } = await lab.setUp();
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
    const rows = await lab.database.rows(
      sql`select kind, slots from slot_gap where series_key = ${seriesKey}`,
    );
    expect(rows).toEqual([{ kind: "missed", slots: 3 }]);
  });

  test("keeps reports while the database is unavailable, and then stores all in order", async () => {
    let isAway = true;
    const database: Database = {
      ...lab.database,
      transaction: (work) =>
        isAway ? Promise.reject(new AppError("SERVICE_UNAVAILABLE", "away")) : lab.database.transaction(work),
    };
    const { recorder, report, stored } = await lab.setUp({ database });
    void recorder.add(Array.from({ length: 2_500 }, (_, index) => report(NOW_MS + index * 1_000)));
    await vi.waitFor(() => expect(recorder.state().batchesFailed).toBeGreaterThan(1), 30_000);
    expect(recorder.state().reportsWaiting).toBe(2_500);
    isAway = false;
    expect(await recorder.drain(DRAIN())).toBe(true);
    expect(await stored()).toHaveLength(2_500);
  });

  test("drops only the report that cannot be stored", async () => {
    const { recorder, report, stored } = await lab.setUp();
    const bad = report(NOW_MS + 5_000, { statusCode: 9_999_999 });
    void recorder.add([report(NOW_MS), bad, report(NOW_MS + 10_000)]);
    expect(await recorder.drain(systemClock.monotonic() + 20_000)).toBe(true);
    expect((await stored()).map((row) => row.slot.getTime())).toEqual([NOW_MS, NOW_MS + 10_000]);
  });

  test("unstorable reports do not block the reports behind them", async () => {
    const { recorder, report, stored } = await lab.setUp();
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
