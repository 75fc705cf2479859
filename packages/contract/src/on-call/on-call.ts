import { z } from "zod";
import { instantSchema, timestamp } from "../common/paging.ts";
import { schedulePerson } from "./schedules.ts";

/** Who is on call. */

export const onCallQuery = z.strictObject({
  at: instantSchema.optional().meta({ description: "Default: now", type: "string", format: "date-time" }),
  org_id: z.string().optional(),
});
export type OnCallQuery = z.output<typeof onCallQuery>;

export const onCallSchema = z
  .object({
    schedule_id: z.string(),
    name: z.string(),
    timezone: z.string(),
    people: z.array(schedulePerson).meta({ description: "Who is on call; empty: no one" }),
    until: timestamp.nullable().meta({ description: "When this changes; null: not within 400 days" }),
    next: z.array(schedulePerson).meta({ description: "Who is on call after that; empty: no one" }),
    gaps: z
      .array(z.object({ from: timestamp, to: timestamp }))
      .meta({ description: "Times without anyone in the next 14 days, at most 20" }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "OnCall" });
export type OnCall = z.output<typeof onCallSchema>;

/** The address of a calendar, which only the response that creates it contains. */
export const calendarUrlSchema = z
  .object({
    url: z.string().meta({ description: "Anyone with this URL reads the shifts. iCalendar, RFC 5545" }),
  })
  .meta({ id: "CalendarUrl" });
export type CalendarUrl = z.output<typeof calendarUrlSchema>;

export const calendarStateSchema = z.object({ has_calendar: z.boolean() }).meta({ id: "CalendarState" });
export type CalendarState = z.output<typeof calendarStateSchema>;
