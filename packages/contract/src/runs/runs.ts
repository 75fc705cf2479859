import { z } from "zod";
import { assertionSchema } from "../assertions/assertions.ts";
import {
  cursorSchema,
  instantSchema,
  limitSchema,
  timestamp,
  wholeNumberOf,
  wordsSchema,
} from "../common/paging.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { artifactSchema } from "./artifacts.ts";
import { RUN_ERROR_CODES } from "./run-errors.ts";
import { RUN_KINDS } from "./run-job.ts";

/** Runs of API monitors and journeys share one record type. */

export const RUN_STATUSES = ["running", "passed", "failed", "pending_retry"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_TRIGGERS = ["schedule", "manual", "pipeline"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const runErrorSchema = z.object({
  code: z.enum(RUN_ERROR_CODES),
  message: z.string(),
  step_index: z.number().nullable(),
});

export const runSchema = z
  .object({
    id: z.string(),
    kind: z.enum(RUN_KINDS),
    api_monitor_id: z.string().optional().meta({ description: "For kind `api_monitor`" }),
    journey_id: z.string().optional().meta({ description: "For kind `journey`" }),
    org_id: z.string(),
    status: z.enum(RUN_STATUSES),
    trigger: z.enum(RUN_TRIGGERS),
    location: z.string(),
    runner: z.string().nullable(),
    attempt: z.number(),
    max_attempts: z.number(),
    queued_at: timestamp,
    started_at: timestamp.nullable().meta({ description: "Null while the run is queued" }),
    finished_at: timestamp.nullable(),
    duration_ms: z.number().nullable().meta({ description: "Duration of the last attempt" }),
    error: runErrorSchema.nullable(),
    steps_total: z.number(),
    steps_passed: z.number(),
    attempts: z
      .array(
        z.object({
          attempt: z.number(),
          runner: z.string().nullable(),
          started_at: timestamp.nullable(),
          finished_at: timestamp,
          status: z.enum(["passed", "failed"]),
          error: runErrorSchema.nullable(),
        }),
      )
      .meta({ description: "Finished attempts, in order" }),
    artifacts: z
      .array(artifactSchema)
      .meta({ description: "Files that the run produced, and files uploaded to it" }),
    web_vitals: z
      .object({
        lcp_ms: z.number().nullable(),
        cls: z.number().nullable(),
        inp_ms: z.number().nullable(),
        fcp_ms: z.number().nullable(),
        ttfb_ms: z.number().nullable(),
      })
      .nullable()
      .optional()
      .meta({
        description:
          "For kind `journey`, like the next two fields: the worst value of each metric over all pages",
      }),
    visual_diff_percent: z
      .number()
      .nullable()
      .optional()
      .meta({ description: "The largest difference of the compared screenshots" }),
    artifact_error: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Why files of the run are missing" }),
  })
  .meta({ id: "Run" });
export type Run = z.output<typeof runSchema>;

const bodyText = z.string().nullable().meta({ description: "The first 64 KiB; null if there is no text" });

export const runStepSchema = z
  .object({
    index: z.number(),
    name: z.string(),
    action: z.string(),
    status: z.enum(["passed", "failed", "skipped"]),
    started_at: timestamp.nullable(),
    duration_ms: z.number().nullable(),
    error: z.object({ code: z.enum(RUN_ERROR_CODES), message: z.string() }).nullable(),
    attempt: z.number(),
    url: z.string().nullable(),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: bodyText,
        body_truncated: z.boolean(),
      })
      .nullable(),
    response: z
      .object({
        status_code: z.number(),
        headers: z.record(z.string(), z.string()),
        body: bodyText,
        body_truncated: z.boolean(),
        body_bytes: z.number().nullable(),
        redirects: z.number(),
        ip: z.string().nullable(),
        tls: z
          .object({
            expires_at: timestamp.nullable(),
            issuer: z.string().nullable(),
            protocol: z.string().nullable(),
          })
          .nullable(),
        timings: z.object({
          dns_ms: z.number().nullable(),
          connect_ms: z.number().nullable(),
          tls_ms: z.number().nullable(),
          ttfb_ms: z.number().nullable(),
          download_ms: z.number().nullable(),
        }),
      })
      .nullable(),
    assertions: z.array(
      assertionSchema.extend({
        actual: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        passed: z.boolean(),
      }),
    ),
    extracted: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    screenshot_url: z.string().nullable().optional(),
    visual_diff: z
      .object({
        label: z.string(),
        baseline_url: z.string().nullable(),
        actual_url: z.string().nullable(),
        diff_url: z.string().nullable().meta({ description: "Null if nothing differs" }),
        percent: z.number(),
        threshold_percent: z
          .number()
          .nullable()
          .optional()
          .meta({ description: "A larger difference fails the step; null if it is only recorded" }),
      })
      .nullable()
      .optional(),
    console: z
      .array(
        z.object({
          level: z.enum(["error", "warning"]),
          text: z.string(),
          url: z.string().nullable(),
          at: timestamp,
        }),
      )
      .optional()
      .meta({ description: "At most 50 lines" }),
    failed_requests: z
      .array(
        z.object({
          method: z.string(),
          url: z.string(),
          status_code: z.number().nullable(),
          error: z.string().nullable(),
        }),
      )
      .optional()
      .meta({ description: "At most 50" }),
  })
  .meta({ id: "RunStep" });
export type RunStep = z.output<typeof runStepSchema>;

export const runListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  status: wordsSchema(RUN_STATUSES).optional(),
  trigger: z.enum(RUN_TRIGGERS).optional(),
  location: locationSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  org_id: z.string().optional(),
});
export type RunListQuery = z.output<typeof runListQuery>;

/** The query of the runs of a whole organization. */
export const allRunsQuery = runListQuery.extend({
  kind: z.enum(RUN_KINDS).optional(),
  target_id: z.string().max(64).optional().meta({ description: "ID of an API monitor or a journey" }),
});
export type AllRunsQuery = z.output<typeof allRunsQuery>;

export const runStepsQuery = z.strictObject({
  attempt: z
    .string()
    .regex(/^[1-9][0-9]?$/, "must be the number of an attempt, from 1")
    .transform(Number)
    .optional()
    .meta({ description: "Default: the last attempt", ...wholeNumberOf(1, 99) }),
  org_id: z.string().optional(),
});
export type RunStepsQuery = z.output<typeof runStepsQuery>;

/** Path parameters of a journey run. */
export const runOfJourneyParams = z.object({ journey_id: z.string(), id: z.string() });

export const runOfTargetParams = z.object({ id: z.string(), run_id: z.string() });
