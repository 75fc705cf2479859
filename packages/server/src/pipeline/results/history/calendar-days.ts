import { Temporal } from "temporal-polyfill";

/** A day of a time zone: 23, 24 or 25 hours. */
export type CalendarDay = { date: string; fromMs: number; toMs: number };

/** Returns the last days of a time zone, oldest first; the last one contains `nowMs`. Pure. */
export function calendarDays(
  count: number,
  { nowMs, timezone }: { nowMs: number; timezone: string },
): CalendarDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone).toPlainDate();
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  return Array.from({ length: count }, (_, index) => {
    const date = today.subtract({ days: count - 1 - index });
    return { date: date.toString(), fromMs: startMs(date), toMs: startMs(date.add({ days: 1 })) };
  });
}
