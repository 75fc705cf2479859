import { SERIES_POINTS_MAX } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS, STATS_PERIODS } from "@vedette/contract/targets/stats-periods.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import { EXACT_AGE_MS, HOUR_ROLLUP_DAYS, planStats, planTotals, statsWindow } from "./window.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const MINUTE_MS = 60_000;

const windows = fc
  .tuple(fc.integer({ min: 1, max: 2_000 * DAY_MS }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([ageMs, share]) => ({ fromMs: NOW_MS - ageMs, toMs: NOW_MS - Math.floor(ageMs * share * 0.999) }));
const load = fc.record({ nowMs: fc.constant(NOW_MS), resultsPerHour: fc.integer({ min: 0, max: 72_000 }) });

describe("planStats", () => {
  test("never returns more points than allowed", () => {
    fc.assert(
      fc.property(windows, load, (window, facts) => {
        const { fromMs, toMs, bucketMs } = planStats(window, facts);
        const points = Math.ceil(toMs / bucketMs) - Math.floor(fromMs / bucketMs);
        expect(points).toBeLessThanOrEqual(SERIES_POINTS_MAX);
      }),
    );
  });

  test("covers the window, and exceeds it only if it is too old for exactness", () => {
    fc.assert(
      fc.property(windows, load, (window, facts) => {
        const plan = planStats(window, facts);
        expect(plan.fromMs).toBeLessThanOrEqual(window.fromMs);
        expect(plan.toMs).toBeGreaterThanOrEqual(window.toMs);
        if (NOW_MS - window.fromMs <= EXACT_AGE_MS) expect(plan).toMatchObject(window);
        expect(plan.toMs).toBeLessThanOrEqual(NOW_MS);
      }),
    );
  });

  test("hours and days are whole, nested, and fill whole points", () => {
    fc.assert(
      fc.property(windows, load, (window, facts) => {
        const plan = planStats(window, facts);
        const borders = [
          plan.fromMs,
          plan.hoursFromMs,
          plan.daysFromMs,
          plan.daysToMs,
          plan.hoursToMs,
          plan.toMs,
        ];
        expect(borders).toEqual(borders.toSorted((a, b) => a - b));
        if (plan.hoursToMs > plan.hoursFromMs) {
          expect([plan.hoursFromMs % HOUR_MS, plan.hoursToMs % HOUR_MS, plan.bucketMs % HOUR_MS]).toEqual([
            0, 0, 0,
          ]);
        }
        if (plan.daysToMs > plan.daysFromMs) {
          expect([plan.daysFromMs % DAY_MS, plan.daysToMs % DAY_MS, plan.bucketMs % DAY_MS]).toEqual([
            0, 0, 0,
          ]);
        }
      }),
    );
  });

  test("reads results only while they are kept, and hours only while they are kept", () => {
    fc.assert(
      fc.property(windows, load, (window, facts) => {
        const plan = planStats(window, facts);
        if (plan.hoursFromMs > plan.fromMs) expect(NOW_MS - plan.fromMs).toBeLessThanOrEqual(EXACT_AGE_MS);
        if (plan.daysFromMs > plan.hoursFromMs) {
          expect(NOW_MS - plan.hoursFromMs).toBeLessThanOrEqual((HOUR_ROLLUP_DAYS + 1) * DAY_MS);
        }
      }),
    );
  });

  test.each([
    ["1h", MINUTE_MS, 3_600],
    ["24h", 5 * MINUTE_MS, 60],
    ["24h", HOUR_MS, 3_600],
    ["7d", HOUR_MS, 60],
    ["30d", 3 * HOUR_MS, 60],
    ["90d", DAY_MS, 60],
  ] as const)("%s has points of %i ms at %i results an hour", (period, bucketMs, resultsPerHour) => {
    const window = { fromMs: NOW_MS - PERIOD_MS[period], toMs: NOW_MS };
    expect(planStats(window, { nowMs: NOW_MS, resultsPerHour }).bucketMs).toBe(bucketMs);
  });
});

describe("planTotals", () => {
  test("is the same window as one point, with every whole hour and day in it", () => {
    fc.assert(
      fc.property(windows, load, (window, facts) => {
        const { fromMs, toMs } = planStats(window, facts);
        const plan = planTotals(planStats(window, facts));
        expect(plan).toMatchObject({ fromMs, toMs });
        expect(Math.floor(fromMs / plan.bucketMs)).toBe(Math.floor((toMs - 1) / plan.bucketMs));
        const { hoursFromMs, hoursToMs, daysFromMs, daysToMs } = plan;
        const borders = [fromMs, hoursFromMs, daysFromMs, daysToMs, hoursToMs, toMs];
        expect(borders).toEqual(borders.toSorted((a, b) => a - b));
        expect(hoursToMs - hoursFromMs).toBe(wholeSpans(fromMs, toMs, HOUR_MS));
        expect(daysToMs - daysFromMs).toBe(wholeSpans(fromMs, toMs, DAY_MS));
      }),
    );
  });
});

const wholeSpans = (fromMs: number, toMs: number, spanMs: number): number =>
  Math.max(0, Math.floor(toMs / spanMs) - Math.ceil(fromMs / spanMs)) * spanMs;

describe("statsWindow", () => {
  test.each(STATS_PERIODS)("period %s ends now", (period) => {
    expect(statsWindow({ period }, NOW_MS)).toEqual({
      period,
      fromMs: NOW_MS - PERIOD_MS[period],
      toMs: NOW_MS,
    });
  });

  test("defaults to the last 24 hours", () => {
    expect(statsWindow({}, NOW_MS).period).toBe("24h");
  });

  test("from and to are used unchanged, but end now", () => {
    const from = new Date(NOW_MS - HOUR_MS);
    expect(statsWindow({ from, to: new Date(NOW_MS + DAY_MS) }, NOW_MS)).toEqual({
      period: null,
      fromMs: from.getTime(),
      toMs: NOW_MS,
    });
  });

  test("reports all invalid fields at once", () => {
    const at = new Date(NOW_MS + HOUR_MS);
    expect(() => statsWindow({ period: "1h", from: at, to: at }, NOW_MS)).toThrow(
      expect.objectContaining({
        code: "BAD_REQUEST",
        details: [expect.objectContaining({ path: "period" }), expect.objectContaining({ path: "from" })],
      }),
    );
  });
});
