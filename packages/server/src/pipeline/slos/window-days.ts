import { type SloWindow, WINDOW_DAYS } from "@vedette/contract/slos/slo-limits.ts";
import { Temporal } from "temporal-polyfill";
import { type CalendarDay, calendarDays } from "../results/history/calendar-days.ts";
import { DAY_MS, HOUR_MS } from "../results/rollups/rollup.ts";
import { EXACT_AGE_MS } from "../results/stats/window.ts";

/** The window of an SLO at an instant, divided into days. Pure. */
export type WindowDays = {
  /** The parts of the days that are in the window and over; they follow one another. */
  days: CalendarDay[];
  /** When the window ends: now, or the end of the calendar month. */
  endsMs: number;
};

type AskedWindow = { window: SloWindow; timezone: string };

export function windowDays({ window, timezone }: AskedWindow, nowMs: number): WindowDays {
  const month = window === "month" ? monthOf(nowMs, timezone) : null;
  const fromMs = measurableMs(month?.fromMs ?? nowMs - WINDOW_DAYS[window] * DAY_MS, nowMs);
  // One more than the window has, and one because its start may be moved into the day before.
  const days = calendarDays((month === null ? WINDOW_DAYS[window] : 31) + 2, { nowMs, timezone })
    .map((day) => ({
      date: day.date,
      fromMs: Math.max(measurableMs(day.fromMs, nowMs), fromMs),
      toMs: Math.min(measurableMs(day.toMs, nowMs), nowMs),
    }))
    .filter((day) => day.toMs > day.fromMs);
  return { days, endsMs: month?.toMs ?? nowMs };
}

/**
 * Returns the instant that can be measured instead of `atMs`, like statistics: exact within two days, and the start of the
 * hour if it is older, because only rollups of hours are kept for the whole window.
 */
export function measurableMs(atMs: number, nowMs: number): number {
  return nowMs - atMs <= EXACT_AGE_MS ? atMs : Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

function monthOf(nowMs: number, timezone: string): { fromMs: number; toMs: number } {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone).toPlainDate();
  const first = today.with({ day: 1 });
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  return { fromMs: startMs(first), toMs: startMs(first.add({ months: 1 })) };
}
