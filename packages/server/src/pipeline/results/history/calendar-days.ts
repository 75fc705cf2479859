import { Temporal } from "temporal-polyfill";

/** A day of a time zone: 23, 24 or 25 hours. */
export type CalendarDay = { date: string; fromMs: number; toMs: number };

/** Returns the last days of a time zone, oldest first; the last one contains `nowMs`. Pure. */
export function calendarDays(
  count: number,
  { nowMs, timezone }: { nowMs: number; timezone: string },
): CalendarDay[] {
  const today = dateAt(nowMs, timezone);
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  return Array.from({ length: count }, (_, index) => {
    const date = today.subtract({ days: count - 1 - index });
    return { date: date.toString(), fromMs: startMs(date), toMs: startMs(date.add({ days: 1 })) };
  });
}

/** Returns the number of days of a time zone that overlap a time; one without length overlaps one. Pure. */
export function countCalendarDays(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  timezone: string,
): number {
  const last = dateAt(Math.max(fromMs, toMs - 1), timezone);
  return dateAt(fromMs, timezone).until(last, { largestUnit: "days" }).days + 1;
}

function dateAt(ms: number, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();
}
