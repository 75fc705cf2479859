import type { ReportPeriod } from "@vedette/contract/reports/report-limits.ts";
import { Temporal } from "temporal-polyfill";

/** The periods of reports, and when reports are due. Pure. All limits are local midnights, also across clock changes. */

export type ReportTimes = {
  period: ReportPeriod;
  timezone: string;
  /** With weeks: 1 is Monday. */
  weekday: number;
  /** With months and quarters: the day of the first month after the period. */
  day: number;
  hour: number;
};

export type ReportRange = { fromMs: number; toMs: number };

/** Returns when the next report is due, later than `afterMs`. A local time that does not exist is moved forward. */
export function nextReportAt(times: ReportTimes, afterMs: number): number {
  const start = startOfPeriod(dateAt(afterMs, times.timezone), times.period);
  // The one of the period before may still be due: a report of Sunday, seen on Saturday.
  for (let periods = -1; ; periods++) {
    const dueMs = dueWithin(addPeriods(start, times.period, periods), times);
    if (dueMs > afterMs) return dueMs;
  }
}

/** The last period that was complete at an instant. */
export function lastPeriod({ period, timezone }: ReportTimes, atMs: number): ReportRange {
  const end = startOfPeriod(dateAt(atMs, timezone), period);
  const start = addPeriods(end, period, -1);
  return { fromMs: midnight(start, timezone), toMs: midnight(end, timezone) };
}

/** What a range is compared with: the calendar period before it, or as much time before any other range. */
export function rangeBefore({ period, timezone }: ReportTimes, { fromMs, toMs }: ReportRange): ReportRange {
  const start = dateAt(fromMs, timezone);
  const isPeriod =
    midnight(start, timezone) === fromMs &&
    startOfPeriod(start, period).equals(start) &&
    midnight(addPeriods(start, period, 1), timezone) === toMs;
  return {
    fromMs: isPeriod ? midnight(addPeriods(start, period, -1), timezone) : fromMs - (toMs - fromMs),
    toMs: fromMs,
  };
}

/** When the report about the period before the one that starts at `start` is due. */
function dueWithin(start: Temporal.PlainDate, { period, timezone, weekday, day, hour }: ReportTimes): number {
  const date = start.add({ days: (period === "week" ? weekday : day) - 1 });
  return date.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;
}

function startOfPeriod(date: Temporal.PlainDate, period: ReportPeriod): Temporal.PlainDate {
  if (period === "week") return date.subtract({ days: date.dayOfWeek - 1 });
  const first = date.with({ day: 1 });
  return period === "month" ? first : first.subtract({ months: (first.month - 1) % 3 });
}

function addPeriods(start: Temporal.PlainDate, period: ReportPeriod, count: number): Temporal.PlainDate {
  if (period === "week") return start.add({ weeks: count });
  return start.add({ months: (period === "month" ? 1 : 3) * count });
}

const midnight = (date: Temporal.PlainDate, timezone: string): number =>
  date.toZonedDateTime(timezone).epochMilliseconds;

const dateAt = (ms: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();
