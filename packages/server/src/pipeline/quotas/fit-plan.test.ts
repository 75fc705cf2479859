import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitPlan, isTooOften } from "./fit-plan.ts";
import type { WatchedRow } from "./queries.ts";

const targets = fc.array(
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

function toRows(generated: { interval_ms: number | null; enabled: boolean; ageMs: number }[]): WatchedRow[] {
  return generated.map(({ ageMs, ...row }, index) => ({
    ...row,
    id: String(index).padStart(4, "0"),
    kind: "monitor",
    created_at: new Date(ageMs),
  }));
}

describe("fitting targets to a plan", () => {
  test("never exceeds the limits of the plan, and is idempotent", () => {
    fc.assert(
      fc.property(targets, limits, (generated, partial) => {
        const planLimits = { ...UNLIMITED, ...partial };
        const rows = toRows(generated);
        const { pause, resume } = fitPlan(rows, planLimits);
        const after = rows.map((row) => ({
          ...row,
          enabled: resume.includes(row) || (row.enabled && !pause.includes(row)),
        }));
        const on = after.filter(({ enabled }) => enabled);
        expect(on.length).toBeLessThanOrEqual(partial.monitors ?? Number.POSITIVE_INFINITY);
        expect(on.some(({ interval_ms: ms }) => isTooOften(ms, partial.min_interval_seconds))).toBe(false);
        expect(fitPlan(after, planLimits)).toEqual({ pause: [], resume: [] });
        // Nothing is resumed if an enabled target has to be paused for the number of monitors.
        const pausedForCount = pause.filter(
          ({ interval_ms: ms }) => !isTooOften(ms, partial.min_interval_seconds),
        );
        if (pausedForCount.length > 0) expect(resume).toEqual([]);
      }),
    );
  });

  test("pauses the newest first and resumes the oldest first", () => {
    const rows = toRows([3, 1, 2].map((ageMs) => ({ interval_ms: 60_000, enabled: true, ageMs })));
    const ids = (rows: WatchedRow[]) => rows.map(({ created_at: at }) => at.getTime());
    expect(ids(fitPlan(rows, { ...UNLIMITED, monitors: 1 }).pause)).toEqual([2, 3]);
    const paused = rows.map((row) => ({ ...row, enabled: false }));
    expect(ids(fitPlan(paused, { ...UNLIMITED, monitors: 2 }).resume)).toEqual([1, 2]);
  });

  test("resumes everything for a plan without limits", () => {
    fc.assert(
      fc.property(targets, (generated) => {
        const { pause, resume } = fitPlan(toRows(generated), UNLIMITED);
        expect([pause.length, resume.length]).toEqual([
          0,
          generated.filter(({ enabled }) => !enabled).length,
        ]);
      }),
    );
  });
});
