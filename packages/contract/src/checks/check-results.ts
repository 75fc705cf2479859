import { z } from "zod";
import { assertionSchema } from "../assertions/assertions.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { CHECK_ERROR_CODES, CHECK_PHASES, TLS_REASONS } from "./check-errors.ts";

export const CHECK_STATUSES = ["up", "degraded", "down", "error"] as const;
export const CHECK_TRIGGERS = ["schedule", "manual"] as const;

const milliseconds = z
  .number()
  .nullable()
  .meta({ description: "Milliseconds; null if the phase did not occur" });

export const timingsSchema = z.object({
  dns_ms: milliseconds,
  connect_ms: milliseconds,
  tls_ms: milliseconds,
  ttfb_ms: milliseconds,
  download_ms: milliseconds,
});

export const checkResultSchema = z
  .object({
    id: z.string(),
    monitor_id: z.string(),
    location: z.string(),
    runner: z
      .string()
      .meta({ description: "The runner that made the check; it may cover for another location" }),
    trigger: z.enum(CHECK_TRIGGERS),
    status: z.enum(CHECK_STATUSES).meta({
      description:
        "`error`: Vedette could not evaluate the target because of its own policy or limits or the monitor's configuration; neither up nor down",
    }),
    checked_at: timestamp,
    response_time_ms: milliseconds,
    timings: timingsSchema.meta({
      description: "Sum to `response_time_ms`, across all redirects of the last attempt",
    }),
    status_code: z.number().nullable(),
    ip: z.string().nullable(),
    tls: z
      .object({
        expires_at: timestamp.nullable(),
        issuer: z.string().nullable(),
        protocol: z.string().nullable(),
      })
      .nullable(),
    body_bytes: z.number().nullable().meta({
      description: "Bytes read: decoded if an assertion reads the body, otherwise as transferred",
    }),
    has_body: z.boolean().meta({
      description:
        "Whether the response was kept; `GET /api/v1/monitors/{id}/results/{result_id}/body` returns it",
    }),
    attempts: z.number(),
    assertions: z.array(
      assertionSchema.extend({
        actual: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        passed: z.boolean(),
      }),
    ),
    error: z
      .object({
        code: z.enum(CHECK_ERROR_CODES),
        message: z.string(),
        phase: z.enum(CHECK_PHASES),
        reason: z.enum(TLS_REASONS).optional(),
      })
      .nullable(),
    trace_id: z.string().optional().meta({
      description: "The trace of the last attempt; absent unless the monitor sends `traceparent`",
    }),
  })
  .meta({ id: "CheckResult" });

export type CheckResult = z.output<typeof checkResultSchema>;

export const keptBodySchema = z
  .object({
    headers: z.record(z.string(), z.string()).meta({ description: "Repeated headers are joined by a comma" }),
    body: z
      .string()
      .nullable()
      .meta({ description: "Text of at most 64 KiB; null if the body was empty, binary or not available" }),
    body_truncated: z.boolean().meta({ description: "Whether `body` is only the beginning" }),
  })
  .meta({ id: "KeptBody", description: "A kept response, with secrets and credentials masked" });
export type KeptBody = z.output<typeof keptBodySchema>;

export const resultParams = z.object({ id: z.string(), result_id: z.string() });

export const manualCheckSchema = z.object({
  monitor_id: z.string(),
  status: z.enum(CHECK_STATUSES).meta({ description: "Combined status of all locations" }),
  results: z.array(checkResultSchema),
});
export type ManualCheck = z.output<typeof manualCheckSchema>;

export const checkResultListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  location: locationSchema.optional(),
  status: wordsSchema(CHECK_STATUSES).optional(),
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  org_id: z.string().optional(),
});
export type CheckResultListQuery = z.output<typeof checkResultListQuery>;
