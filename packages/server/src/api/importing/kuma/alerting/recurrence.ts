import type { Temporal } from "temporal-polyfill";
import { listOf } from "../../document-value.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { columnNumber, columnText, jsonOf } from "../draft/row-values.ts";

/** The recurrence of a maintenance, as a rule of RFC 5545. Pure. */

/** `matches` says whether the rule has an occurrence on a day. */
export type Recurrence = {
  rrule: string;
  hour: number;
  minute: number;
  matches(day: Temporal.PlainDate): boolean;
};

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const CRON_WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const CRON_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Returns the recurrence of a row, or why it has no counterpart, as a sentence. */
export function recurrenceOf(row: KumaRow): Recurrence | string {
  switch (columnText(row, "strategy")) {
    case "recurring-interval":
      return atStartTime(row, everyDays(Math.max(1, Math.trunc(columnNumber(row, "interval_day") ?? 1))));
    case "recurring-weekday":
      return atStartTime(row, onWeekdays(listOf(jsonOf(columnText(row, "weekdays"))).map(Number)));
    case "recurring-day-of-month":
      return atStartTime(row, onDaysOfMonth(listOf(jsonOf(columnText(row, "days_of_month")))));
    case "cron":
      return cronRecurrence(columnText(row, "cron"));
    default:
      return `The strategy '${columnText(row, "strategy").slice(0, 50)}' is not known.`;
  }
}

type DayRule = Pick<Recurrence, "rrule" | "matches">;

function atStartTime(row: KumaRow, rule: DayRule | string): Recurrence | string {
  if (typeof rule === "string") return rule;
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(columnText(row, "start_time")) ?? [];
  if (hour === undefined) return "It has no start time.";
  return { ...rule, hour: Number(hour), minute: Number(minute) };
}

function everyDays(days: number): DayRule {
  return { rrule: days === 1 ? "FREQ=DAILY" : `FREQ=DAILY;INTERVAL=${days}`, matches: () => true };
}

/** Sunday is 0. */
function onWeekdays(days: readonly number[]): DayRule | string {
  const valid = [...new Set(days)]
    .filter((day) => WEEKDAYS[day] !== undefined)
    .sort((one, other) => one - other);
  if (valid.length === 0) return "It has no days of the week.";
  return {
    rrule: `FREQ=WEEKLY;BYDAY=${valid.map((day) => WEEKDAYS[day]).join(",")}`,
    matches: ({ dayOfWeek }) => valid.includes(dayOfWeek % 7),
  };
}

/** `lastDay1` is the last day; Uptime Kuma offers others, which its scheduler ignores. */
function onDaysOfMonth(days: readonly unknown[]): DayRule | string {
  const ignored = days.find((day) => /^lastDay[2-9]$/.test(String(day)));
  if (ignored !== undefined) return `The day '${String(ignored)}' never occurs in Uptime Kuma.`;
  const numbers = days.map((day) => (day === "lastDay1" ? -1 : Number(day)));
  const valid = numbers.filter((day) => day === -1 || (Number.isInteger(day) && day >= 1 && day <= 31));
  if (valid.length === 0) return "It has no days of the month.";
  return { rrule: `FREQ=MONTHLY;BYMONTHDAY=${valid.join(",")}`, matches: (day) => isOneOf(day, valid) };
}

function isOneOf(day: Temporal.PlainDate, days: readonly number[]): boolean {
  return days.includes(day.day) || (days.includes(-1) && day.day === day.daysInMonth);
}

/** Five fields. An expression with several times a day, or with days of the month and of the week, has no counterpart. */
function cronRecurrence(expression: string): Recurrence | string {
  const none = `The cron expression '${expression.slice(0, 100)}' has no counterpart; make windows for it.`;
  const [minute, hour, monthDay, month, weekday, ...rest] = expression.trim().toLowerCase().split(/\s+/);
  if (
    weekday === undefined ||
    rest.length > 0 ||
    !/^\d{1,2}$/.test(minute ?? "") ||
    !/^\d{1,2}$/.test(hour ?? "")
  )
    return none;
  const months = cronNumbers(month ?? "*", { min: 1, max: 12, names: CRON_MONTHS });
  const days = cronNumbers((monthDay ?? "*").replace(/\bl\b/, "-1"), { min: 1, max: 31, names: [] });
  const weekdays = cronNumbers(weekday, { min: 0, max: 7, names: CRON_WEEKDAYS });
  if (months === null || days === null || weekdays === null) return none;
  if (days.length > 0 && weekdays.length > 0) return none;
  const dayRule = cronDays(
    days,
    weekdays.map((day) => day % 7),
  );
  if (typeof dayRule === "string") return none;
  const byMonth = months.length === 0 ? "" : `;BYMONTH=${months.join(",")}`;
  return {
    rrule: `${dayRule.rrule}${byMonth}`,
    hour: Number(hour),
    minute: Number(minute),
    matches: (day) => dayRule.matches(day) && (months.length === 0 || months.includes(day.month)),
  };
}

function cronDays(days: readonly number[], weekdays: readonly number[]): DayRule | string {
  if (days.length > 0) return onDaysOfMonth(days.map((day) => (day === -1 ? "lastDay1" : day)));
  return weekdays.length > 0 ? onWeekdays(weekdays) : everyDays(1);
}

type CronField = { min: number; max: number; names: readonly string[] };

/** The numbers of a field; empty for any, null if it is not valid. */
function cronNumbers(field: string, { min, max, names }: CronField): number[] | null {
  if (field === "*" || field === "?") return [];
  const numbers = new Set<number>();
  for (const part of field.split(",")) {
    if (part === "-1") {
      numbers.add(-1);
      continue;
    }
    const [, from = "", to, step = "1"] =
      /^(\*|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    const numberOfName = (text: string) => (names.includes(text) ? names.indexOf(text) + min : Number(text));
    const first = from === "*" ? min : numberOfName(from);
    const isRange = to !== undefined || from === "*" || part.includes("/");
    const last = to !== undefined ? numberOfName(to) : isRange ? max : first;
    if (from === "" || !(first >= min && last <= max && first <= last) || Number(step) < 1) return null;
    for (let value = first; value <= last; value += Number(step)) numbers.add(value);
  }
  return [...numbers].sort((one, other) => one - other);
}
