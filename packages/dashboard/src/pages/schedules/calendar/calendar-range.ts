import { createZoneClock } from "@vedette/contract/on-call/shifts/zone-clock.ts";
import { LOCALE } from "../../../language/language.ts";

export type CalendarView = "week" | "month";

export type CalendarRange = {
  fromMs: number;
  toMs: number;
  /** The start of each day in the time zone of the schedule. */
  days: { startMs: number; label: string }[];
};

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; weeks start on Monday. */
const EPOCH_WEEKDAY = 3;

/** Returns the days of a week or month, `offset` of them after the present one. */
export function calendarRangeOf({
  view,
  offset,
  nowMs,
  timezone,
}: {
  view: CalendarView;
  offset: number;
  nowMs: number;
  timezone: string;
}): CalendarRange {
  const span = (Math.abs(offset) + 2) * 32 * DAY_MS;
  const clock = createZoneClock(timezone, { fromMs: nowMs - span, toMs: nowMs + span });
  const today = Math.floor(clock.toLocalMs(nowMs) / DAY_MS);
  const [first, end] = view === "week" ? weekOf(today, offset) : monthOf(today, offset);
  const days = Array.from({ length: end - first }, (_, index) => {
    const localMs = (first + index) * DAY_MS;
    return { startMs: clock.toInstantMs(localMs), label: dayLabel(localMs, view) };
  });
  return { fromMs: clock.toInstantMs(first * DAY_MS), toMs: clock.toInstantMs(end * DAY_MS), days };
}

function weekOf(today: number, offset: number): [number, number] {
  const monday = today - ((today + EPOCH_WEEKDAY) % 7) + offset * 7;
  return [monday, monday + 7];
}

function monthOf(today: number, offset: number): [number, number] {
  const date = new Date(today * DAY_MS);
  const startOf = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) / DAY_MS;
  return [startOf(offset), startOf(offset + 1)];
}

function dayLabel(localMs: number, view: CalendarView): string {
  const format =
    view === "week"
      ? ({ weekday: "short", day: "numeric", month: "short" } as const)
      : ({ day: "numeric" } as const);
  return new Intl.DateTimeFormat(LOCALE, { ...format, timeZone: "UTC" }).format(localMs);
}
