import { z } from "zod";
import { timezoneSchema } from "../../common/timezone.ts";
import { SEVERITIES } from "../alert-rules.ts";

/** When a channel stays quiet, and which severities it takes. */

/** In the order of `Date.getUTCDay`. */
export const QUIET_DAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
const RANGES_MAX = 20;
const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

const quietRange = z
  .strictObject({
    days: z
      .array(z.enum(QUIET_DAYS))
      .min(1)
      .max(QUIET_DAYS.length)
      .meta({ description: "Days on which it begins" }),
    from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00"),
    to: z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time such as 07:00, or 24:00")
      .meta({ description: "Not after `from`: on the next day" }),
  })
  .refine(({ from, to }) => from !== to, { error: "must differ from 'from'", path: ["to"] });
export type QuietRange = z.output<typeof quietRange>;

export const quietHoursSchema = z
  .strictObject({
    timezone: timezoneSchema,
    ranges: z.array(quietRange).min(1).max(RANGES_MAX),
    except: z
      .array(z.enum(SEVERITIES))
      .max(SEVERITIES.length)
      .default([])
      .meta({ description: "Severities that are sent at once" }),
  })
  .refine(({ ranges }) => quietMinutes(ranges).includes(false), {
    error: "must leave time in which messages are sent",
    path: ["ranges"],
  })
  .meta({ id: "QuietHours" });
export type QuietHours = z.output<typeof quietHoursSchema>;

export const onlySeveritySchema = z.array(z.enum(SEVERITIES)).min(1).max(SEVERITIES.length);

/** Whether each minute of a week is quiet, from Sunday 00:00 in the time zone of the channel. */
export function quietMinutes(ranges: readonly QuietRange[]): boolean[] {
  const minutes = Array.from({ length: WEEK_MINUTES }, () => false);
  for (const { days, from, to } of ranges) {
    const length = minuteOf(to) - minuteOf(from);
    for (const day of days) {
      const start = QUIET_DAYS.indexOf(day) * DAY_MINUTES + minuteOf(from);
      const count = length > 0 ? length : length + DAY_MINUTES;
      for (let minute = start; minute < start + count; minute += 1) minutes[minute % WEEK_MINUTES] = true;
    }
  }
  return minutes;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
