import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { PING_KINDS } from "./heartbeat-limits.ts";

/** A received ping. */
export const pingSchema = z
  .object({
    id: z.string(),
    received_at: timestamp,
    kind: z.enum(PING_KINDS),
    exit_status: z.number().nullable().meta({ description: "The exit code in the URL" }),
    rid: z.string().nullable().meta({ description: "ID of the run, from the query parameter `rid`" }),
    duration_ms: z.number().nullable().meta({ description: "Time since the start of its run" }),
    expected_at: timestamp.nullable().meta({
      description: "The expected time that it fulfilled; null for a ping between expected ones",
    }),
    method: z.string(),
    source: z.string().nullable().meta({ description: "IP address of the sender" }),
    user_agent: z.string().nullable(),
    body_bytes: z.number().meta({ description: "Size of the body as received" }),
    has_body: z.boolean().meta({ description: "Whether a part of the body was kept" }),
    metrics: z.record(z.string(), z.number()).nullable(),
  })
  .meta({ id: "Ping" });
export type Ping = z.output<typeof pingSchema>;

export const pingWithBodySchema = pingSchema
  .extend({
    body: z.string().nullable().meta({ description: "The kept part, with secrets masked" }),
    body_truncated: z.boolean().meta({ description: "Whether `body` is only the beginning" }),
  })
  .meta({ id: "PingWithBody" });
export type PingWithBody = z.output<typeof pingWithBodySchema>;

export const pingParams = z.object({ id: z.string(), ping_id: z.string() });

export const pingListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  kind: wordsSchema(PING_KINDS).optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  org_id: z.string().optional(),
});
export type PingListQuery = z.output<typeof pingListQuery>;

/** The newest values of each metric that a response contains. */
export const METRIC_POINTS_MAX = 500;

export const metricsQuery = z.strictObject({
  from: instantSchema.optional().meta({ description: "Default: 7 days ago" }),
  to: instantSchema.optional(),
  org_id: z.string().optional(),
});
export type MetricsQuery = z.output<typeof metricsQuery>;

export const heartbeatMetricsSchema = z
  .object({
    metrics: z.array(
      z.object({
        name: z.string(),
        points: z
          .array(z.object({ at: timestamp, value: z.number() }))
          .meta({ description: `Oldest first; at most the newest ${METRIC_POINTS_MAX}` }),
      }),
    ),
  })
  .meta({ id: "HeartbeatMetrics" });
export type HeartbeatMetrics = z.output<typeof heartbeatMetricsSchema>;
