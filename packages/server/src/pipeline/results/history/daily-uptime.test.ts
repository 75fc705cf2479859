import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Interval } from "../observed/missed-time.ts";
import { uptimeRange } from "../observed/uptime-range.ts";
import { type StatusSpan, summarizeUptime } from "../stats/uptime.ts";
import { type CalendarDay, calendarDays } from "./calendar-days.ts";
import { type DailySums, dailyUptime, sumMissed, sumSpans } from "./daily-uptime.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse("2026-10-27T10:00:00Z");
const STATUSES: MonitorStatus[] = ["pending", "up", "degraded", "down", "unknown", "paused", "maintenance"];

/** A history of about three weeks that ends now, with changes at any hour. */
const history = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 25 })
  .chain((hours) =>
    fc.tuple(
      fc.constant(hours.sort((a, b) => b - a)),
      fc.array(fc.constantFrom(...STATUSES), { minLength: hours.length, maxLength: hours.length }),
    ),
  )
  .map(([hours, statuses]) => {
    const spans: StatusSpan[] = [];
    for (const [index, ago] of hours.entries()) {
      const [status, next] = [statuses[index] ?? "up", hours[index + 1] ?? 0];
      const toMs = NOW_MS - next * HOUR_MS;
      const last = spans.at(-1);
      if (last?.status === status) last.toMs = toMs;
      else spans.push({ fromMs: NOW_MS - ago * HOUR_MS, toMs, status });
    }
    return spans;
  });

/** Up to four gaps of some hours, in order. */
const gaps = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 8 }).map((hours) => {
  const edges = hours.sort((a, b) => b - a).map((ago) => NOW_MS - ago * HOUR_MS);
  return edges.flatMap((fromMs, index) => {
    const toMs = edges[index + 1];
    return index % 2 === 0 && toMs !== undefined ? [{ fromMs, toMs }] : [];
  });
});

type Known = { missed: readonly Interval[]; days: readonly CalendarDay[] };

const sumsOf = (spans: readonly StatusSpan[], { missed, days }: Known): DailySums => ({
  sums: sumSpans(spans, days),
  missed: sumMissed(spans, { missed, days }),
  reasons: new Map(),
});

describe("calendarDays", () => {
  test("a day has 25 hours when the clock is set back, and 23 when it is set forward", () => {
    const hours = (timezone: string, nowMs: number) =>
      calendarDays(3, { nowMs, timezone }).map(({ date, fromMs, toMs }) => [date, (toMs - fromMs) / HOUR_MS]);
    expect(hours("Europe/Berlin", Date.parse("2026-10-26T12:00:00Z"))).toEqual([
      ["2026-10-24", 24],
      ["2026-10-25", 25],
      ["2026-10-26", 24],
    ]);
    expect(hours("Europe/Berlin", Date.parse("2026-03-29T22:30:00Z"))).toEqual([
      ["2026-03-28", 24],
      ["2026-03-29", 23],
      ["2026-03-30", 24],
    ]);
  });
});

describe("dailyUptime", () => {
  test("agrees with the summary of each day, and of all days", () => {
    const days = calendarDays(14, { nowMs: NOW_MS, timezone: "Europe/Berlin" });
    const [first, last] = [days[0]?.fromMs ?? 0, days.at(-1)?.toMs ?? 0];
    fc.assert(
      fc.property(history, gaps, (spans, missed) => {
        const result = dailyUptime(sumsOf(spans, { missed, days }), days);
        for (const [index, { fromMs, toMs }] of days.entries()) {
          const summary = summarizeUptime(spans, { fromMs, toMs }, missed);
          expect(result.days[index]).toMatchObject({
            uptime_percentage: uptimeRange(summary).uptime,
            uptime_percentage_min: uptimeRange(summary).min,
            observed_percentage: uptimeRange(summary).observed,
            missed_seconds: summary.missedMs / 1_000,
            down_seconds: summary.downMs / 1_000,
            outages: summary.incidents,
          });
        }
        const whole = summarizeUptime(spans, { fromMs: first, toMs: last }, missed);
        expect(result).toMatchObject({
          uptime_percentage: uptimeRange(whole).uptime,
          down_seconds: whole.downMs / 1_000,
          outages: whole.incidents,
        });
      }),
    );
  });

  test("accounts for every second since the creation", () => {
    const days = calendarDays(30, { nowMs: NOW_MS, timezone: "UTC" });
    fc.assert(
      fc.property(history, gaps, (spans, missed) => {
        const result = dailyUptime(sumsOf(spans, { missed, days }), days);
        const up = spans.filter(({ status }) => status === "up");
        const { upMs } = summarizeUptime(up, { fromMs: 0, toMs: NOW_MS }, missed);
        const { down_seconds, degraded_seconds, maintenance_seconds, unmeasured_seconds, missed_seconds } =
          result;
        expect(
          upMs / 1_000 +
            down_seconds +
            degraded_seconds +
            maintenance_seconds +
            unmeasured_seconds +
            missed_seconds,
        ).toBe((NOW_MS - (spans[0]?.fromMs ?? 0)) / 1_000);
      }),
    );
  });
});
