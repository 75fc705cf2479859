import { describe, expect, test } from "vitest";
import { createRecorderLab, DRAIN, NOW_MS } from "../../../../test/labs/recorder-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { closeNextChunk } from "../closed/close-days.ts";

const lab = createRecorderLab();

describe("late results of a closed day", () => {
  test("are stored unless their slot has a result", async () => {
    const { recorder, report, stored, calls, seriesKey } = await lab.setUp();
    const day = new Date("2026-11-02T00:00:00Z");
    const slotMs = day.getTime() + 3_600_000;
    void recorder.add([report(slotMs)]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    await closeNextChunk(lab.database, { day, after: seriesKey - 1 });
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
    lab.database.rows(
      sql`select slot, headers, body, body_truncated from result_body where series_key = ${seriesKey} order by slot`,
    );

  test("are stored once, with the result", async () => {
    const { recorder, report, stored, seriesKey } = await lab.setUp();
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
    const { recorder, report, targetId, seriesKey } = await lab.setUp();
    void recorder.add([report(NOW_MS, { kept: KEPT })]);
    expect(await recorder.drain(DRAIN())).toBe(true);
    await lab.database.run(sql`delete from stored_target where id = ${targetId}`);
    expect(await bodiesOf(seriesKey)).toEqual([]);
  });

  test("that take too much memory are left out, and their results are stored", async () => {
    const { recorder, report, stored, seriesKey } = await lab.setUp();
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
