import { z } from "zod";
import { timingsSchema } from "../checks/check-results.ts";
import { instantSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { importedField } from "./observed/imported-range.ts";
import { uptimeRange } from "./observed/uptime-range.ts";
import { STATS_PERIODS } from "./stats-periods.ts";

export const SERIES_POINTS_MAX = 300;

export const statsQuery = z.strictObject({
  period: z
    .enum(STATS_PERIODS)
    .optional()
    .meta({ description: "Default 24h; cannot be combined with `from` or `to`" }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  location: z.string().optional(),
  org_id: z.string().optional(),
});
export const monitorStatsQuery = statsQuery.extend({
  include: wordsSchema(["timings"]).optional().meta({
    description: "`timings` adds the average duration of each phase to every point of the series",
  }),
});

export type StatsQuery = z.output<typeof statsQuery>;

const percentage = z.number().nullable().meta({ description: "0 to 100; null if nothing was measured" });

const milliseconds = z.object({
  avg: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
});

const responseTime = milliseconds.meta({
  description: "Response times of checks that got a response. Percentiles are accurate to 1 %",
});

const pointSchema = z.object({
  at: timestamp,
  avg_ms: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  total: z.number(),
  failed: z.number(),
  errors: z.number().meta({ description: "Checks in `total` that could not be evaluated" }),
});

const uptimeBounds = z.object({
  min: percentage,
  max: percentage,
  observed: percentage.meta({ description: "Percentage of monitored time in which checks took place" }),
});

/** Statistics that all kinds of targets share. */
const targetStats = {
  period: z.enum(STATS_PERIODS).nullable(),
  from: timestamp.meta({
    description:
      "Start of the covered period. If the target was created later, the time of its first observation",
  }),
  to: timestamp,
  imported: importedField,
  uptime_percentage: percentage.meta({
    description:
      "Percentage of observed time in which the target was not down, 0 to 100; pauses and missed checks are excluded. Null if it was not observed",
  }),
  ...uptimeRange,
  observed_percentage: z.number().meta({
    description:
      "Percentage of the requested period in which the target was observed: `up`, `degraded` or `down`, without missed checks. 0 to 100",
  }),
  total_checks: z.number(),
  failed_checks: z.number(),
  error_checks: z.number().meta({
    description:
      "Checks in `total_checks` that could not be evaluated (status `error`); neither passed nor failed",
  }),
  missed_checks: z
    .number()
    .meta({ description: "Scheduled checks that Vedette missed; they do not count as downtime" }),
  skipped_checks: z.number().meta({
    description:
      "Scheduled checks that were skipped: the previous check was still running, maintenance, or the monthly checks of the plan were used up",
  }),
  response_time_ms: responseTime,
  incidents: z.number().meta({ description: "Number of times the target went down" }),
  downtime_seconds: z.number(),
  mttr_seconds: z.number().nullable().meta({ description: "Mean time to recovery of resolved incidents" }),
  by_location: z.array(
    z.object({
      location: z.string(),
      total_checks: z.number(),
      failed_checks: z.number(),
      error_checks: z.number(),
      success_percentage: percentage,
      response_time_ms: responseTime,
    }),
  ),
  series: z.array(pointSchema),
  uptime: z.object({ "24h": percentage, "7d": percentage, "30d": percentage, "90d": percentage }),
  uptime_ranges: z
    .object({ "24h": uptimeBounds, "7d": uptimeBounds, "30d": uptimeBounds, "90d": uptimeBounds })
    .meta({ description: "What missed checks leave open about `uptime`" }),
};

export const monitorStatsSchema = z
  .object({
    monitor_id: z.string(),
    ...targetStats,
    series: z.array(
      pointSchema.extend({
        timings: timingsSchema.nullable().optional().meta({
          description:
            "With `include=timings`: average duration of each phase; they sum to `avg_ms`. Null if unknown",
        }),
      }),
    ),
  })
  .meta({ id: "MonitorStats" });
export type MonitorStats = z.output<typeof monitorStatsSchema>;

/** Statistics of targets with runs: each run counts as a check. */
const runStats = {
  ...targetStats,
  response_time_ms: milliseconds.meta({
    description: "Same as `duration_ms`, under the name that monitors use",
  }),
  pass_rate: percentage.meta({
    description: "Percentage of runs that passed, 0 to 100; null without runs",
  }),
  flaky_rate: percentage.meta({
    description: "Percentage of runs that passed only after a retry, 0 to 100",
  }),
  duration_ms: milliseconds.meta({ description: "Run durations. Percentiles are accurate to 1 %" }),
  steps: z.array(z.object({ name: z.string(), pass_rate: percentage, p95_ms: z.number().nullable() })).meta({
    description:
      "Steps of the current definition in order, or of the latest run of a script; skipped steps do not count",
  }),
};

export const apiMonitorStatsSchema = z
  .object({ api_monitor_id: z.string(), ...runStats })
  .meta({ id: "ApiMonitorStats" });
export type ApiMonitorStats = z.output<typeof apiMonitorStatsSchema>;

export const journeyStatsSchema = z
  .object({ journey_id: z.string(), ...runStats })
  .meta({ id: "JourneyStats" });
export type JourneyStats = z.output<typeof journeyStatsSchema>;

export const heartbeatStatsSchema = z
  .object({
    heartbeat_id: z.string(),
    ...targetStats,
    response_time_ms: milliseconds.meta({ description: "Durations of runs, from `/start` to the end" }),
  })
  .meta({ id: "HeartbeatStats" });
export type HeartbeatStats = z.output<typeof heartbeatStatsSchema>;
