import { type CalendarPart, type CalendarSpec, nextInChain } from "./calendar-spec.ts";
import { YEAR_MAX } from "./calendar-years.ts";
import { parseCalendar } from "./parse-calendar.ts";
import { expressionLines, mergeOccurrences, type Occurrences, ScheduleError } from "./schedule-types.ts";
import { instantOf, isTimezoneName, wallTimeAt } from "./wall-clock.ts";

/**
 * OnCalendar expressions. As in systemd, a time that the clock skips in spring does not occur, and a time that occurs twice
 * in autumn occurs once.
 */

/** Throws a ScheduleError for an expression that is invalid, or that names no point in time. */
export function calendarOccurrences(expression: string): Occurrences {
  const lines = expressionLines(expression);
  if (lines.length === 0) throw new ScheduleError("must be an OnCalendar expression, such as *-*-* 02:30");
  return mergeOccurrences(lines.map(lineOccurrences));
}

function lineOccurrences(line: string): Occurrences {
  const spec = parseCalendar(line, isTimezoneName);
  const next = (afterMs: number) => nextOccurrence(spec, afterMs);
  if (next(FIRST_MS) === null) throw new ScheduleError(`'${line}' never occurs`);
  return { next };
}

/** Schedules that end before this instant, which is older than Vedette, can only be mistakes. */
const FIRST_MS = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;

function nextOccurrence(spec: CalendarSpec, afterMs: number): number | null {
  const { timezone } = spec;
  for (let wallMs: number | null = wallTimeAt(afterMs, timezone) + 1; ; ) {
    wallMs = nextWallTime(spec, wallMs);
    if (wallMs === null) return null;
    const atMs = instantOf(wallMs, timezone);
    if (atMs !== null && atMs > afterMs) return atMs;
    // Clocks are set by whole minutes, so every second of this minute is skipped, or was passed before.
    wallMs = (Math.floor(wallMs / MINUTE_MS) + 1) * MINUTE_MS;
  }
}

/** The first wall time of the schedule that is not before `fromMs`. */
function nextWallTime(spec: CalendarSpec, fromMs: number): number | null {
  const dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const sameDay = nextDay(spec, dayMs);
  if (sameDay === dayMs) {
    const timeMs = nextTimeOfDay(spec, fromMs - dayMs);
    if (timeMs !== null) return dayMs + timeMs;
  }
  const laterDay = sameDay === dayMs ? nextDay(spec, dayMs + DAY_MS) : sameDay;
  const timeMs = nextTimeOfDay(spec, 0);
  return laterDay === null || timeMs === null ? null : laterDay + timeMs;
}

const DAY_MS = 86_400_000;

/** The first day of the schedule that is not before this one. */
function nextDay(spec: CalendarSpec, fromMs: number): number | null {
  const from = new Date(fromMs);
  let [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth() + 1, from.getUTCDate()];
  for (;;) {
    const foundYear = nextInChain(spec.year, year, YEAR_MAX);
    if (foundYear === null) return null;
    if (foundYear > year) [month, day] = [1, 1];
    year = foundYear;
    const foundMonth = nextInChain(spec.month, month, 12);
    if (foundMonth !== null) {
      if (foundMonth > month) day = 1;
      const foundDay = nextDayOfMonth(spec, { year, month: foundMonth, day });
      if (foundDay !== null) return Date.UTC(year, foundMonth - 1, foundDay);
      month = foundMonth + 1;
    } else [year, month] = [year + 1, 1];
    day = 1;
  }
}

function nextDayOfMonth(
  { day: chain, isFromMonthEnd, weekdays }: CalendarSpec,
  { year, month, day: least }: { year: number; month: number; day: number },
): number | null {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const parts = isFromMonthEnd && chain ? chain.map((part) => fromStartOfMonth(part, days)) : chain;
  for (let day = nextInChain(parts, least, days); day !== null; day = nextInChain(parts, day + 1, days)) {
    const sundayFirst = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
    if (weekdays === null || weekdays.has((sundayFirst + 6) % 7)) return day;
  }
  return null;
}

function fromStartOfMonth({ start, stop, repeat }: CalendarPart, days: number): CalendarPart {
  const toDay = (fromEnd: number) => days - fromEnd + 1;
  return stop === null
    ? { start: toDay(start), stop: null, repeat }
    : { start: toDay(stop), stop: toDay(start), repeat };
}

const HOUR_MS = 3_600_000;

function nextTimeOfDay({ hour, minute, second }: CalendarSpec, leastMs: number): number | null {
  let hours = Math.floor(leastMs / HOUR_MS);
  let minutes = Math.floor((leastMs % HOUR_MS) / MINUTE_MS);
  let milliseconds = leastMs % MINUTE_MS;
  for (;;) {
    const foundHours = nextInChain(hour, hours, 23);
    if (foundHours === null) return null;
    if (foundHours > hours) [minutes, milliseconds] = [0, 0];
    hours = foundHours;
    const foundMinutes = nextInChain(minute, minutes, 59);
    if (foundMinutes !== null) {
      if (foundMinutes > minutes) milliseconds = 0;
      const found = nextInChain(second, milliseconds, MINUTE_MS - 1);
      if (found !== null) return hours * HOUR_MS + foundMinutes * MINUTE_MS + found;
      minutes = foundMinutes + 1;
    } else [hours, minutes] = [hours + 1, 0];
    milliseconds = 0;
  }
}
