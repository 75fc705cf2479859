import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentage } from "../stats/rollup-figures.ts";
import { type StatusSpan, summarizeUptime } from "../stats/uptime.ts";
import { calendarDays } from "./calendar-days.ts";
import { dailyUptime, sumSpans } from "./daily-uptime.ts";

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
      fc.property(history, (spans) => {
        const result = dailyUptime(sumSpans(spans, days), days);
        for (const [index, { fromMs, toMs }] of days.entries()) {
          const summary = summarizeUptime(spans, { fromMs, toMs });
          expect(result.days[index]).toMatchObject({
            uptime_percentage: summary.upRatio === null ? null : percentage(summary.upRatio),
            down_seconds: summary.downMs / 1_000,
            outages: summary.incidents,
          });
        }
        const whole = summarizeUptime(spans, { fromMs: first, toMs: last });
        expect(result).toMatchObject({
          uptime_percentage: whole.upRatio === null ? null : percentage(whole.upRatio),
          down_seconds: whole.downMs / 1_000,
          outages: whole.incidents,
        });
      }),
    );
  });

  test("accounts for every second since the creation", () => {
    const days = calendarDays(30, { nowMs: NOW_MS, timezone: "UTC" });
    fc.assert(
      fc.property(history, (spans) => {
        const result = dailyUptime(sumSpans(spans, days), days);
        const upMs = spans
          .filter(({ status }) => status === "up")
          .reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
        const { down_seconds, degraded_seconds, maintenance_seconds, unmeasured_seconds } = result;
        expect(
          upMs / 1_000 + down_seconds + degraded_seconds + maintenance_seconds + unmeasured_seconds,
        ).toBe((NOW_MS - (spans[0]?.fromMs ?? 0)) / 1_000);
      }),
    );
  });
});
