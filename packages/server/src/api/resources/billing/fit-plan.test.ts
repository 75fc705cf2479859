import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitPlan, isTooOften } from "./fit-plan.ts";
import type { WatchedRow } from "./queries.ts";

const watched = fc.array(
  fc.record({
    interval_ms: fc.constantFrom(null, 10_000, 60_000, 300_000),
    enabled: fc.boolean(),
    ageMs: fc.nat({ max: 20 }),
  }),
  { maxLength: 20 },
);
const limits = fc.record({
  monitors: fc.option(fc.integer({ min: 1, max: 12 })),
  min_interval_seconds: fc.option(fc.constantFrom(1, 60, 300)),
});

function rowsOf(given: { interval_ms: number | null; enabled: boolean; ageMs: number }[]): WatchedRow[] {
  return given.map(({ ageMs, ...row }, index) => ({
    ...row,
    id: String(index).padStart(4, "0"),
    kind: "monitor",
    created_at: new Date(ageMs),
  }));
}

describe("fitting what is watched to a plan", () => {
  test("never leaves more than the plan allows, nor anything too often, and doing it again changes nothing", () => {
    fc.assert(
      fc.property(watched, limits, (given, some) => {
        const bounds = { ...UNLIMITED, ...some };
        const rows = rowsOf(given);
        const { pause, resume } = fitPlan(rows, bounds);
        const after = rows.map((row) => ({
          ...row,
          enabled: resume.includes(row) || (row.enabled && !pause.includes(row)),
        }));
        const on = after.filter(({ enabled }) => enabled);
        expect(on.length).toBeLessThanOrEqual(some.monitors ?? Number.POSITIVE_INFINITY);
        expect(on.some(({ interval_ms: ms }) => isTooOften(ms, some.min_interval_seconds))).toBe(false);
        expect(fitPlan(after, bounds)).toEqual({ pause: [], resume: [] });
        // Nothing comes back while something that was watched has to go for want of room.
        const forRoom = pause.filter(({ interval_ms: ms }) => !isTooOften(ms, some.min_interval_seconds));
        if (forRoom.length > 0) expect(resume).toEqual([]);
      }),
    );
  });

  test("pauses the newest first, and resumes the oldest first", () => {
    const rows = rowsOf([3, 1, 2].map((ageMs) => ({ interval_ms: 60_000, enabled: true, ageMs })));
    const ids = (some: WatchedRow[]) => some.map(({ created_at: at }) => at.getTime());
    expect(ids(fitPlan(rows, { ...UNLIMITED, monitors: 1 }).pause)).toEqual([2, 3]);
    const paused = rows.map((row) => ({ ...row, enabled: false }));
    expect(ids(fitPlan(paused, { ...UNLIMITED, monitors: 2 }).resume)).toEqual([1, 2]);
  });

  test("a plan without limits resumes everything", () => {
    fc.assert(
      fc.property(watched, (given) => {
        const { pause, resume } = fitPlan(rowsOf(given), UNLIMITED);
        expect([pause.length, resume.length]).toEqual([0, given.filter(({ enabled }) => !enabled).length]);
      }),
    );
  });
});
