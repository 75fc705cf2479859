import { z } from "zod";
import { CHANGE_FIELDS } from "../changes/change-fields.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp, wordsSchema } from "../common/paging.ts";
import { BURN_PAIRS } from "../slos/burn-rates.ts";
import { TARGET_KINDS } from "../targets/target-fields.ts";
import { PREVIEW_ALERTS_MAX, SEVERITIES } from "./alert-rules.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";
import { METRIC_COMPARISONS, RULE_TYPES } from "./rule-conditions.ts";

/** Alerts: their cause, notifications and resolution. */

/** `pending`, `sent` and `failed` alerts are open; only `resolved` alerts are closed. */
export const ALERT_STATUSES = ["pending", "sent", "failed", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** The measurements that triggered a rule. Which fields are set depends on the rule type. */
export const evidenceSchema = z
  .object({
    location: z.string().nullable().meta({
      description:
        "Location of the result that triggered the rule; null if none did, because results did not arrive",
    }),
    result_id: z.string().nullable(),
    run_id: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    threshold: z.number().meta({ description: "Threshold of the rule" }),
    value: z.number().meta({
      description:
        "Measured value: consecutive failures, percent, milliseconds, days left, changes, minutes, the value of a metric, or the burn rate of the long window",
    }),
    locations: z.array(z.string()).optional().meta({ description: "Locations where the condition holds" }),
    total_checks: z.number().optional(),
    failed_checks: z.number().optional(),
    window_seconds: z.number().optional(),
    percentile: z.union([z.literal("avg"), z.number()]).optional(),
    expires_at: timestamp.optional(),
    domain: z.string().optional().meta({ description: "The domain that expires" }),
    status_reason: z
      .string()
      .optional()
      .meta({ description: "Why checks of the target cannot be evaluated" }),
    metric: z.string().optional(),
    comparison: z.enum(METRIC_COMPARISONS).optional().meta({
      description: "How the value compares with the threshold",
    }),
    occurrences: z.number().optional().meta({
      description: "Pings in a row with such a value",
    }),
    slo: z
      .object({ id: z.string(), name: z.string(), objective: z.number() })
      .optional()
      .meta({ description: "The SLO whose error budget burns, as it was when the alert opened" }),
    pair: z.enum(BURN_PAIRS).optional().meta({ description: "The pair of windows in which it burns" }),
    burn_rate_short: z.number().optional().meta({ description: "Burn rate of the short window" }),
    targets: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .optional()
      .meta({ description: "Targets of the SLO that used up the most of the budget, at most 5" }),
    changes: z
      .array(z.object({ field: z.enum(CHANGE_FIELDS), before: z.string(), after: z.string() }))
      .optional()
      .meta({ description: "What changed, of a rule of the type `change`" }),
    last_result_at: timestamp.optional().meta({ description: "Slot of the last result, if it is recent" }),
  })
  .meta({ id: "AlertEvidence" });
export type Evidence = z.output<typeof evidenceSchema>;

export const alertTargetSchema = z.object({
  type: z.enum(TARGET_KINDS),
  id: z.string(),
  name: z.string().meta({ description: "Name at the time the alert opened" }),
});

const alertedTargetSchema = alertTargetSchema.extend({
  description: z
    .string()
    .nullable()
    .meta({ description: "Markdown; this and the following are those of now" }),
  runbook_url: z.string().nullable(),
  owner: z.string().nullable(),
});

export const alertSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    rule_id: z.string(),
    rule_type: z.enum(RULE_TYPES),
    severity: z.enum(SEVERITIES),
    status: z.enum(ALERT_STATUSES),
    target: alertedTargetSchema,
    title: z.string(),
    message: z.string(),
    evidence: evidenceSchema,
    group_key: z.string().nullable().meta({
      description:
        "Open alerts of the rule with the same key share their notifications; null if it has its own",
    }),
    suppressed_by: z.string().nullable().meta({
      description:
        "Why notifications are suppressed: maintenance, a snooze, a parent that is down, or flapping",
    }),
    triggered_at: timestamp,
    sent_at: timestamp.nullable(),
    acknowledged_at: timestamp.nullable(),
    acknowledged_by: z.string().nullable().meta({ description: "ID of a user or an API key" }),
    acknowledged_by_name: z
      .string()
      .nullable()
      .meta({ description: "Null after the user or key has left the organization" }),
    resolved_at: timestamp.nullable(),
    resolved_by: z.string().nullable().meta({
      description: "`auto`, or the ID of the user or API key that resolved it",
    }),
    resolved_by_name: z.string().nullable().meta({
      description: "Null for `auto`, and after the user or key has left the organization",
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
      .meta({ description: "Every delivery attempt, oldest first" }),
  })
  .meta({ id: "Alert" });
export type Alert = z.output<typeof alertSchema>;

export const alertListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  status: wordsSchema(ALERT_STATUSES).optional().meta({
    description: "`pending`, `sent`, `failed` or `resolved`, or a comma-separated list",
  }),
  rule_id: z.string().max(64).optional(),
  target_id: z.string().max(64).optional(),
  slo_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Of rules of the type `burn_rate`: only about this SLO" }),
  from: instantSchema.optional().meta({ description: "Opened at or after this time" }),
  to: instantSchema.optional().meta({ description: "Opened before this time" }),
  org_id: z.string().optional(),
});
export type AlertListQuery = z.output<typeof alertListQuery>;

export const previewSchema = z
  .object({
    days: z.number(),
    precision: z.enum(["results", "rollups"]).meta({
      description:
        "`results`: the alerts are those of an evaluation of every stored result. `rollups`: too many results matter, so " +
        "some hours are evaluated by their rollups; their alerts open and resolve on the hour",
    }),
    total: z.number().meta({ description: "Number of alerts the rule would have opened" }),
    alerts: z
      .array(
        z.object({
          triggered_at: timestamp,
          resolved_at: timestamp.nullable().meta({ description: "Null if the alert would still be open" }),
          duration_seconds: z.number(),
          target: alertTargetSchema,
          evidence: evidenceSchema,
          notified_at: z.array(timestamp).optional().meta({
            description: "When it would have notified, of rules of the type `expiry`: once for each step",
          }),
        }),
      )
      .meta({ description: `The newest ${PREVIEW_ALERTS_MAX}, newest first` }),
  })
  .meta({ id: "AlertRulePreview" });
export type Preview = z.output<typeof previewSchema>;
