import { z } from "zod";
import { instantSchema, timestamp } from "./paging.ts";

export const STATS_PERIODS = ["1h", "24h", "7d", "30d", "90d"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** Length of each period, in milliseconds. */
export const PERIOD_MS: Record<StatsPeriod, number> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 7 * 86_400_000,
  "30d": 30 * 86_400_000,
  "90d": 90 * 86_400_000,
};

export const SERIES_POINTS_MAX = 300;

export const statsQuery = z.strictObject({
  period: z.enum(STATS_PERIODS).optional().meta({ description: "Default 24h; not together with from/to" }),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  location: z.string().optional(),
  org_id: z.string().optional(),
});
export type StatsQuery = z.output<typeof statsQuery>;

const percentage = z.number().nullable().meta({ description: "0 to 100; null when nothing was measured" });

const responseTime = z
  .object({
    avg: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    p50: z.number().nullable(),
    p90: z.number().nullable(),
    p95: z.number().nullable(),
    p99: z.number().nullable(),
  })
  .meta({ description: "Of the checks that got an answer. Percentiles are within 1 %" });

export const monitorStatsSchema = z
  .object({
    monitor_id: z.string(),
    period: z.enum(STATS_PERIODS).nullable(),
    from: timestamp,
    to: timestamp,
    uptime_percentage: percentage.meta({
      description:
        "Share of the watched time in which the monitor was not down, 0 to 100; pauses are left out",
    }),
    total_checks: z.number(),
    failed_checks: z.number(),
    missed_checks: z
      .number()
      .meta({ description: "Slots that we did not check; they are nobody's downtime" }),
    skipped_checks: z
      .number()
      .meta({ description: "Slots left out because the check before was still running" }),
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
        success_percentage: percentage,
        response_time_ms: responseTime,
      }),
    ),
    series: z.array(
      z.object({
        at: timestamp,
        avg_ms: z.number().nullable(),
        p95_ms: z.number().nullable(),
        total: z.number(),
        failed: z.number(),
      }),
    ),
    uptime: z.object({ "24h": percentage, "7d": percentage, "30d": percentage, "90d": percentage }),
  })
  .meta({ id: "MonitorStats" });
export type MonitorStats = z.output<typeof monitorStatsSchema>;
