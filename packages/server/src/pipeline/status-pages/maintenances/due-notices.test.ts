import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueNotice } from "./due-notices.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Runs the job at these times and returns what it records. */
function run(span: { fromMs: number; toMs: number }, times: readonly number[], announcedMs: number | null) {
  const recorded = new Map<string, number>(
    announcedMs === null ? [] : [["maintenance_announced", announcedMs]],
  );
  const results: { kind: string; atMs: number }[] = [];
  for (const nowMs of times) {
    const kind = dueNotice(span, { nowMs, recorded });
    if (kind === null) continue;
    recorded.set(kind, nowMs);
    results.push({ kind: kind.replace("maintenance_", ""), atMs: nowMs });
  }
  return results;
}
const every = (stepMs: number, fromMs: number, toMs: number) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => fromMs + index * stepMs);

describe("the notices of planned work", () => {
  const span = { fromMs: 3 * DAY_MS, toMs: 3 * DAY_MS + HOUR_MS };

  test("come at their times", () => {
    expect(run(span, every(MINUTE_MS, 0, 6 * DAY_MS), 0)).toEqual([
      { kind: "reminder_day", atMs: 2 * DAY_MS },
      { kind: "reminder_hour", atMs: 3 * DAY_MS - HOUR_MS },
      { kind: "started", atMs: 3 * DAY_MS },
      { kind: "completed", atMs: 3 * DAY_MS + HOUR_MS },
    ]);
  });

  test("leave out reminders that would follow the announcement at once", () => {
    const kinds = (announcedMs: number) =>
      run(span, every(MINUTE_MS, announcedMs, 6 * DAY_MS), announcedMs).map(({ kind }) => kind);
    expect(kinds(2 * DAY_MS + 1)).toEqual(["reminder_hour", "started", "completed"]);
    expect(kinds(3 * DAY_MS - MINUTE_MS)).toEqual(["started", "completed"]);
  });

  test("after an outage are those that are still news", () => {
    const after = (nowMs: number) => run(span, [nowMs], 0).map(({ kind }) => kind);
    expect(after(3 * DAY_MS - 2 * HOUR_MS)).toEqual(["reminder_day"]);
    expect(after(3 * DAY_MS - 1)).toEqual(["reminder_hour"]);
    expect(after(3 * DAY_MS + 1)).toEqual(["started"]);
    expect(after(span.toMs)).toEqual([]);
  });

  test("come once and in order, whenever the job runs", () => {
    const order = ["reminder_day", "reminder_hour", "started", "completed"];
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 6 * DAY_MS }), { maxLength: 60 }),
        fc.option(fc.integer({ min: 0, max: 4 * DAY_MS })),
        (times, announcedMs) => {
          const recorded = run(
            span,
            times.toSorted((one, other) => one - other),
            announcedMs,
          );
          const indexes = recorded.map(({ kind }) => order.indexOf(kind));
          expect(indexes).toEqual([...new Set(indexes)].sort());
          for (const { kind, atMs } of recorded)
            expect(kind === "started" || kind === "completed" || atMs < span.fromMs).toBe(true);
        },
      ),
    );
  });
});
