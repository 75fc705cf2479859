import type { CalendarChain, CalendarPart, CalendarSpec } from "./calendar-spec.ts";
import { YEAR_MAX, YEAR_MIN } from "./calendar-years.ts";
import { parseChain } from "./parse-calendar-chain.ts";
import { ScheduleError } from "./schedule-types.ts";

/**
 * Parses an OnCalendar expression: weekdays, date, time and time zone, each optional. Source: systemd.time(7), "Calendar
 * events"; where it leaves something open, systemd 252 decided.
 */

const SHORTHANDS: Readonly<Record<string, string>> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
  "semi-annually": "*-01,07-01 00:00:00",
  biannually: "*-01,07-01 00:00:00",
  "bi-annually": "*-01,07-01 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
};

/** `isTimezone` decides whether the last word is a time zone. Throws a ScheduleError. */
export function parseCalendar(line: string, isTimezone: (word: string) => boolean): CalendarSpec {
  const { words, timezone } = splitTimezone(line, isTimezone);
  const [shorthand = ""] = words;
  const expanded = words.length === 1 ? SHORTHANDS[shorthand.toLowerCase()] : undefined;
  const rest = expanded === undefined ? [...words] : expanded.split(" ");
  const invalid = () =>
    new ScheduleError(
      `'${line}' is not an OnCalendar expression, such as Mon..Fri *-*-* 02:30 Europe/Berlin`,
    );
  const weekdays = rest[0] === undefined ? null : parseWeekdays(rest[0]);
  if (weekdays) rest.shift();
  const hasTime = rest.at(-1)?.includes(":") ?? false;
  const time = hasTime ? parseTime(rest.pop() ?? "") : MIDNIGHT;
  const date = rest.length === 0 ? EVERY_DAY : parseDate(rest.shift() ?? "");
  if (time === null || date === null || rest.length > 0 || words.length === 0) throw invalid();
  return { weekdays, ...date, ...time, timezone };
}

function splitTimezone(line: string, isTimezone: (word: string) => boolean) {
  const words = line.split(" ").filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (words.length < 2) return { words, timezone: "UTC" };
  if (last.toUpperCase() === "UTC") return { words: words.slice(0, -1), timezone: "UTC" };
  return isTimezone(last) ? { words: words.slice(0, -1), timezone: last } : { words, timezone: "UTC" };
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Returns null if the word is not about weekdays. */
function parseWeekdays(word: string): Set<number> | null {
  const found = new Set<number>();
  for (const range of word.split(",")) {
    const [from, to, ...more] = range.split(/\.\.|-/).map(weekdayOf);
    if (from === undefined || from === -1 || to === -1 || more.length > 0) return null;
    // A week begins on Monday, so a range cannot cross from Sunday to Monday.
    if (to !== undefined && to < from) return null;
    for (let day = from; day <= (to ?? from); day += 1) found.add(day);
  }
  return found;
}

function weekdayOf(name: string): number {
  const lower = name.toLowerCase();
  return WEEKDAYS.findIndex((weekday) => lower === weekday || lower === weekday.slice(0, 3));
}

type DateParts = Pick<CalendarSpec, "year" | "month" | "day" | "isFromMonthEnd">;
const EVERY_DAY: DateParts = { year: null, month: null, day: null, isFromMonthEnd: false };

function parseDate(word: string): DateParts | null {
  const separators = word.match(/[-~]/g) ?? [];
  const texts = word.split(/[-~]/);
  const isFromMonthEnd = separators.at(-1) === "~";
  const isValid = separators.slice(0, -1).every((each) => each === "-");
  if (!isValid || (texts.length !== 2 && texts.length !== 3)) return null;
  const [dayText = "", monthText = "", yearText = "*"] = texts.toReversed();
  const year = parseChain(yearText, { first: YEAR_MIN, last: YEAR_MAX, toValue: fullYear });
  const month = parseChain(monthText, { first: 1, last: 12 });
  const day = parseChain(dayText, { first: 1, last: 31, isCountedDown: isFromMonthEnd });
  return year === undefined || month === undefined || day === undefined
    ? null
    : { year, month, day, isFromMonthEnd };
}

/** Years of two digits are of 1970 to 2069. */
function fullYear(year: number): number {
  if (year < 70) return 2_000 + year;
  return year < 100 ? 1_900 + year : year;
}

type TimeParts = Pick<CalendarSpec, "hour" | "minute" | "second">;
const ZERO: CalendarPart = { start: 0, stop: null, repeat: null };
const MIDNIGHT: TimeParts = { hour: [ZERO], minute: [ZERO], second: [ZERO] };
const EVERY_SECOND: CalendarChain = [{ start: 0, stop: null, repeat: 1_000 }];

function parseTime(word: string): TimeParts | null {
  const texts = word.split(":");
  if (texts.length !== 2 && texts.length !== 3) return null;
  const [hourText = "", minuteText = "", secondText = "0"] = texts;
  const hour = parseChain(hourText, { first: 0, last: 23 });
  const minute = parseChain(minuteText, { first: 0, last: 59 });
  const second = parseChain(secondText, { first: 0, last: 59_999, unit: 1_000 });
  if (hour === undefined || minute === undefined || second === undefined) return null;
  return { hour, minute, second: second ?? EVERY_SECOND };
}
