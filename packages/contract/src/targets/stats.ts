import { z } from "zod";
import { timingsSchema } from "../checks/check-results.ts";
import { instantSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { STATS_PERIODS } from "./stats-periods.ts";

export const SERIES_POINTS_MAX = 300;

export const statsQuery = z.strictObject({
  period: z.enum(STATS_PERIODS).optional().meta({ description: "Default 24h; not together with from/to" }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  location: z.string().optional(),
  org_id: z.string().optional(),
});
export const monitorStatsQuery = statsQuery.extend({
  include: wordsSchema(["timings"]).optional().meta({
    description: "`timings` adds the averages of the phases to each point of the series",
  }),
});

export type StatsQuery = z.output<typeof statsQuery>;

const percentage = z.number().nullable().meta({ description: "0 to 100; null when nothing was measured" });

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
  description: "Of the checks that got an answer. Percentiles are within 1 %",
});

const pointSchema = z.object({
  at: timestamp,
  avg_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  total: z.number(),
  failed: z.number(),
  errors: z.number().meta({ description: "Of `total`, those that were not judged" }),
});

/** What the statistics of everything that is watched have in common. */
const targetStats = {
  period: z.enum(STATS_PERIODS).nullable(),
  from: timestamp.meta({
    description:
      "Start of the time that the figures cover. Where the period began before the target was created, the first instant that was observed",
  }),
  to: timestamp,
  uptime_percentage: percentage.meta({
    description:
      "Share of the watched time in which the monitor was not down, 0 to 100; pauses are left out. Null while no time was watched",
  }),
  observed_percentage: z.number().meta({
    description:
      "Share of the period that was asked for in which the target was watched (`up`, `degraded` or `down`), 0 to 100",
  }),
  total_checks: z.number(),
  failed_checks: z.number(),
  error_checks: z.number().meta({
    description: "Of `total_checks`, those that were not judged (status `error`): neither good nor failed",
  }),
  missed_checks: z.number().meta({ description: "Slots that we did not check; they are nobody's downtime" }),
  skipped_checks: z.number().meta({
    description:
      "Slots left out: the check before was still running, somebody worked on it, or the month's checks of the plan were used up",
  }),
  response_time_ms: responseTime,
  incidents: z.number().meta({ description: "How often the monitor went down" }),
  downtime_seconds: z.number(),
  mttr_seconds: z
    .number()
    .nullable()
    .meta({ description: "Mean time to recovery of the incidents that ended" }),
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
};

export const monitorStatsSchema = z
  .object({
    monitor_id: z.string(),
    ...targetStats,
    series: z.array(
      pointSchema.extend({
        timings: timingsSchema.nullable().optional().meta({
          description:
            "With `include=timings`: averages of the phases, which add up to `avg_ms`; null where they are not known",
        }),
      }),
    ),
  })
  .meta({ id: "MonitorStats" });
export type MonitorStats = z.output<typeof monitorStatsSchema>;

/** The same of what is run: each run counts as a check. */
const runStats = {
  ...targetStats,
  response_time_ms: milliseconds.meta({
    description: "The same as duration_ms, under its name at monitors",
  }),
  pass_rate: percentage.meta({
    description: "Share of the runs that passed, 0 to 100; null without a run",
  }),
  flaky_rate: percentage.meta({
    description: "Share of the runs that passed only after a retry, 0 to 100",
  }),
  duration_ms: milliseconds.meta({ description: "How long runs took. Percentiles are within 1 %" }),
  steps: z.array(z.object({ name: z.string(), pass_rate: percentage, p95_ms: z.number().nullable() })).meta({
    description:
      "Those of the present definition, in its order, or of a script's newest run; skipped steps do not count",
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
