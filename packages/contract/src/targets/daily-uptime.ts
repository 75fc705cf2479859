import { z } from "zod";
import { instantSchema, timestamp, wholeNumberOf } from "../common/paging.ts";
import { importedRangeSchema } from "./observed/imported-range.ts";
import { MISSED_REASONS } from "./observed/missed-checks.ts";
import { uptimeRange } from "./observed/uptime-range.ts";
import { selectorQuery } from "./selectors.ts";

/** Uptime by calendar day, of one target, of a group, or of all targets that a selector selects. */

export const UPTIME_DAYS_DEFAULT = 90;
export const UPTIME_DAYS_MAX = 366;

export const dailyUptimeQuery = z.strictObject({
  target_id: z.string().max(64).optional().meta({ description: "Of this target" }),
  group_id: z.string().max(64).optional().meta({
    description: "Of this group: it is down while its `rollup` says so",
  }),
  selector: selectorQuery.optional(),
  days: z
    .string()
    .regex(/^[0-9]{1,3}$/, `must be a whole number from 1 to ${UPTIME_DAYS_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(UPTIME_DAYS_MAX))
    .default(UPTIME_DAYS_DEFAULT)
    .meta({
      description: `Number of days, 1 to ${UPTIME_DAYS_MAX}; the last one is today`,
      ...wholeNumberOf(1, UPTIME_DAYS_MAX),
    }),
  at: instantSchema.optional().meta({
    description: "As it was known then: the last day is that of this instant. Not with `group_id`",
  }),
  org_id: z.string().optional(),
});
export type DailyUptimeQuery = z.output<typeof dailyUptimeQuery>;

const figures = {
  uptime_percentage: z.number().nullable().meta({
    description:
      "Percentage of monitored time without downtime, 0 to 100, rounded down; null if nothing was monitored",
  }),
  ...uptimeRange,
  observed_percentage: z.number().nullable().meta({
    description:
      "Percentage of monitored time in which checks took place, 0 to 100, rounded down; null if nothing was monitored",
  }),
  down_seconds: z.number().meta({ description: "Observed downtime; missed time is not included" }),
  degraded_seconds: z.number(),
  maintenance_seconds: z.number().meta({
    description: "Time in maintenance windows that are excluded from uptime",
  }),
  unmeasured_seconds: z.number().meta({
    description: "Time since creation without a status of the target: pending, paused or unknown",
  }),
  outages: z.number().meta({ description: "Number of periods of downtime that overlap this time" }),
};

export const dailyUptimeSchema = z
  .object({
    timezone: z.string().meta({ description: "Time zone of the organization, in which the days are" }),
    targets: z.number().meta({ description: "Number of targets that are included" }),
    measured_from: timestamp
      .nullable()
      .meta({ description: "First monitored instant of these days; null if there is none" }),
    imported: importedRangeSchema.nullable().meta({
      description:
        "With `target_id`: what of it is from another monitoring tool; null if nothing of these days is",
    }),
    ...figures,
    days: z
      .array(
        z.object({
          date: z.string().meta({ description: "YYYY-MM-DD" }),
          from: timestamp,
          to: timestamp.meta({ description: "End of the day; for today this is in the future" }),
          ...figures,
          missed_reasons: z.array(z.string()).meta({
            description: `Why checks were missed, the most frequent reason first: ${MISSED_REASONS.join(", ")}`,
          }),
        }),
      )
      .meta({ description: "Oldest first. The times of several targets are added up" }),
  })
  .meta({ id: "DailyUptime" });
export type DailyUptime = z.output<typeof dailyUptimeSchema>;
export type UptimeDay = DailyUptime["days"][number];
