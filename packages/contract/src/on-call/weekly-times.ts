import { z } from "zod";
import { timezoneSchema } from "../common/timezone.ts";
import { TIME_RANGES_MAX } from "./escalation-limits.ts";
import { WEEKDAYS, type Weekday } from "./weekdays.ts";

/** Times of a week in a time zone. */

const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 08:30")
  .meta({ description: "HH:MM, local time" });

export const weeklyTimesSchema = z
  .strictObject({
    timezone: timezoneSchema,
    ranges: z
      .array(
        z.strictObject({
          weekdays: z
            .array(z.enum(WEEKDAYS))
            .min(1)
            .max(WEEKDAYS.length)
            .refine((days) => new Set(days).size === days.length, { error: "must not contain a day twice" }),
          from: clockTime,
          to: clockTime,
        }),
      )
      .min(1)
      .max(TIME_RANGES_MAX)
      .meta({
        description:
          "A range belongs to the weekday on which it starts. If `to` is not after `from`, it ends on the next day",
      }),
  })
  .meta({ id: "WeeklyTimes" });
export type WeeklyTimes = z.output<typeof weeklyTimesSchema>;

/** Returns whether an instant is in one of the ranges, by the local time of its time zone. */
export function isInWeeklyTimes({ timezone, ranges }: WeeklyTimes, atMs: number): boolean {
  const { weekday, minutes } = localTime(timezone, atMs);
  const before = WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7] ?? weekday;
  return ranges.some(({ weekdays, ...range }) => {
    const [from, to] = [minutesOf(range.from), minutesOf(range.to)];
    if (from < to) return weekdays.includes(weekday) && minutes >= from && minutes < to;
    return (weekdays.includes(weekday) && minutes >= from) || (weekdays.includes(before) && minutes < to);
  });
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** As many time zones as exist, roughly. */
const FORMATS_MAX = 600;

function localTime(timezone: string, atMs: number): { weekday: Weekday; minutes: number } {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const name = parts.get("weekday")?.toLowerCase();
  const weekday = WEEKDAYS.find((each) => each === name);
  if (weekday === undefined) throw new Error(`unexpected weekday '${name}'`);
  return { weekday, minutes: Number(parts.get("hour")) * 60 + Number(parts.get("minute")) };
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const options = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, ...options });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return format;
}
