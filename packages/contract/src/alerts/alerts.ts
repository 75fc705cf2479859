import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { TARGET_KINDS } from "../targets/target-fields.ts";
import { PREVIEW_ALERTS_MAX, RULE_TYPES, SEVERITIES } from "./alert-rules.ts";

/** Alerts: what was opened, who was told, and how it ended. Source: decisions.md, section 6. */

/** `pending` and `sent` are open, and so is `failed`; only `resolved` is over. */
export const ALERT_STATUSES = ["pending", "sent", "failed", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const DELIVERY_KINDS = ["opened", "resolved", "reminder", "operator", "test"] as const;

/** The numbers that tripped a rule. What of it there is depends on the rule's type. */
export const evidenceSchema = z
  .object({
    /** Of the result that tripped it. */
    location: z.string(),
    result_id: z.string().nullable(),
    run_id: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    threshold: z.number().meta({ description: "What the rule asks" }),
    value: z.number().meta({
      description: "What was found: failures in a row, percent, milliseconds, or days left",
    }),
    locations: z.array(z.string()).optional().meta({ description: "Where the condition holds" }),
    total_checks: z.number().optional(),
    failed_checks: z.number().optional(),
    window_seconds: z.number().optional(),
    percentile: z.union([z.literal("avg"), z.number()]).optional(),
    expires_at: timestamp.optional(),
  })
  .meta({ id: "AlertEvidence" });
export type Evidence = z.output<typeof evidenceSchema>;

export const alertTargetSchema = z.object({
  type: z.enum(TARGET_KINDS),
  id: z.string(),
  name: z.string().meta({ description: "As it was when the alert was opened" }),
});

export const alertSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    rule_id: z.string(),
    rule_type: z.enum(RULE_TYPES),
    severity: z.enum(SEVERITIES),
    status: z.enum(ALERT_STATUSES),
    target: alertTargetSchema,
    title: z.string(),
    message: z.string(),
    evidence: evidenceSchema,
    suppressed_by: z.string().nullable().meta({
      description: "Why nobody is told of it for now: maintenance, or a parent that is down",
    }),
    triggered_at: timestamp,
    sent_at: timestamp.nullable(),
    acknowledged_at: timestamp.nullable(),
    acknowledged_by: z.string().nullable().meta({ description: "Id of a person or an API key" }),
    acknowledged_by_name: z
      .string()
      .nullable()
      .meta({ description: "Null once it is none of yours any more" }),
    resolved_at: timestamp.nullable(),
    resolved_by: z.string().nullable().meta({
      description: "`auto`, or the id of the person or API key that ended it",
    }),
    resolved_by_name: z.string().nullable().meta({
      description: "Null for `auto`, and once it is none of yours any more",
    }),
    deliveries: z
      .array(
        z.object({
          channel_id: z.string(),
          kind: z.enum(DELIVERY_KINDS),
          attempt: z.number(),
          at: timestamp,
          ok: z.boolean(),
          status_code: z.number().nullable(),
          error: z.string().nullable(),
        }),
      )
      .meta({ description: "Every try to tell of it, oldest first" }),
  })
  .meta({ id: "Alert" });
export type Alert = z.output<typeof alertSchema>;

export const alertListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  status: wordsSchema(ALERT_STATUSES).optional().meta({
    description: "`pending`, `sent`, `failed` or `resolved`, or several of them separated by commas",
  }),
  rule_id: z.string().max(64).optional(),
  target_id: z.string().max(64).optional(),
  from: instantSchema.optional().meta({ description: "Opened at or after" }),
  to: instantSchema.optional().meta({ description: "Opened before" }),
  org_id: z.string().optional(),
});
export type AlertListQuery = z.output<typeof alertListQuery>;

export const previewSchema = z
  .object({
    days: z.number(),
    precision: z
      .enum(["results", "rollups"])
      .meta({ description: "What it was made of: every stored result, or also rollups of older ones" }),
    total: z.number().meta({ description: "How many it would have opened" }),
    alerts: z
      .array(
        z.object({
          triggered_at: timestamp,
          resolved_at: timestamp.nullable().meta({ description: "Null where it would be open now" }),
          duration_seconds: z.number(),
          target: alertTargetSchema,
          evidence: evidenceSchema,
        }),
      )
      .meta({ description: `The newest ${PREVIEW_ALERTS_MAX}, newest first` }),
  })
  .meta({ id: "AlertRulePreview" });
export type Preview = z.output<typeof previewSchema>;
