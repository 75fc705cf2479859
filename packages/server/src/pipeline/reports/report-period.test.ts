import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { lastPeriod, nextReportAt, type ReportTimes, rangeBefore } from "./report-period.ts";

const DAY_MS = 86_400_000;

const weekly: ReportTimes = {
  ...{ period: "week", timezone: "Europe/Berlin", weekday: 1, day: 1, hour: 8 },
};
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

describe("the time of a report", () => {
  test("follows the local clock through both clock changes", () => {
    expect(iso(nextReportAt(weekly, at("2026-03-27T12:00:00Z")))).toBe("2026-03-30T06:00:00.000Z");
    expect(iso(nextReportAt(weekly, at("2026-10-23T12:00:00Z")))).toBe("2026-10-26T07:00:00.000Z");
    // 02:00 does not exist on that Sunday.
    const inGap = { ...weekly, weekday: 7, hour: 2 };
    expect(iso(nextReportAt(inGap, at("2026-03-27T12:00:00Z")))).toBe("2026-03-29T01:00:00.000Z");
  });

  test("is in the first month after a quarter", () => {
    const quarterly = { ...weekly, period: "quarter", day: 5 } as const;
    expect(iso(nextReportAt(quarterly, at("2026-10-05T06:00:00Z")))).toBe("2027-01-05T07:00:00.000Z");
  });
});

const times = fc.record<ReportTimes>({
  period: fc.constantFrom("week", "month", "quarter"),
  timezone: fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
  ),
  weekday: fc.integer({ min: 1, max: 7 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
});
const instant = fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2028-01-01T00:00:00Z") });

describe("the periods of reports", () => {
  test("follow one another, and each is reported once after its end", () => {
    fc.assert(
      fc.property(times, instant, (given, nowMs) => {
        let dueMs = nextReportAt(given, nowMs);
        expect(dueMs).toBeGreaterThan(nowMs);
        expect(nextReportAt(given, dueMs - 1)).toBe(dueMs);
        for (let count = 0; count < 5; count++) {
          const nextMs = nextReportAt(given, dueMs);
          const [one, other] = [lastPeriod(given, dueMs), lastPeriod(given, nextMs)];
          expect(one.toMs).toBeLessThanOrEqual(dueMs);
          expect(other.fromMs).toBe(one.toMs);
          expect(rangeBefore(given, other)).toEqual(one);
          dueMs = nextMs;
        }
      }),
    );
  });

  test("begin at local midnight", () => {
    fc.assert(
      fc.property(times, instant, (given, nowMs) => {
        const { fromMs, toMs } = lastPeriod(given, nowMs);
        for (const ms of [fromMs, toMs]) {
          const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(given.timezone);
          expect(local.startOfDay().epochMilliseconds).toBe(ms);
        }
        expect(toMs).toBeLessThanOrEqual(nowMs);
        expect(nowMs - toMs).toBeLessThan(94 * DAY_MS);
      }),
    );
  });

  test("of any other length are compared with as much time before", () => {
    const range = { fromMs: at("2026-05-04T10:00:00Z"), toMs: at("2026-05-06T10:00:00Z") };
    expect(rangeBefore(weekly, range)).toEqual({ fromMs: range.fromMs - 2 * DAY_MS, toMs: range.fromMs });
  });
});
