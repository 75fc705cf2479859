import { z } from "zod";
import { CHANGE_FIELDS } from "../changes/change-fields.ts";
import { managedByField } from "../code/managed-by.ts";
import { parseFields } from "../common/field-errors.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { METRIC_NAME_PATTERN } from "../heartbeats/heartbeat-limits.ts";
import { BURN_PAIRS } from "../slos/burn-rates.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, TARGET_KINDS, type TargetKind, targetFields } from "../targets/target-fields.ts";

/** Alert rules: a condition on one target, or on all targets of an organization, and the channels to notify. */

export const RULE_TYPES = [
  "consecutive_failures",
  "error_rate",
  "latency_threshold",
  "visual_diff_threshold",
  "ssl_expiry",
  "expiry",
  "flapping",
  "missed",
  "no_data",
  "metric",
  "burn_rate",
  "change",
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

export const SEVERITIES = ["critical", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const RULE_CHANNELS_MAX = 20;
export const PREVIEW_DAYS_MAX = 30;
/** Maximum number of alerts that a preview lists; the total counts all of them. */
export const PREVIEW_ALERTS_MAX = 1_000;

/** How the value of a metric is compared with the value of a rule. */
export const METRIC_COMPARISONS = ["gt", "gte", "lt", "lte", "eq", "ne"] as const;
export type MetricComparison = (typeof METRIC_COMPARISONS)[number];
export const METRIC_OCCURRENCES_MAX = 100;

const windowSeconds = z.number().int().min(60).max(86_400);
const minChecks = z.number().int().min(1).max(100_000).default(5).meta({
  description: "With fewer checks in the window the rule is not evaluated: no alert opens or resolves",
});

export const EXPIRY_SUBJECTS = ["certificate", "domain"] as const;
const EXPIRY_STEPS = [30, 14, 7, 1];

const overdueMinutes = z.number().int().min(1).max(1_440).meta({
  description: "Alert if the next result has been due for so many minutes",
});

const PARAMS = {
  consecutive_failures: z.strictObject({
    threshold: z.number().int().min(1).max(100),
    min_locations: z.number().int().min(1).max(20).default(1).meta({
      description: "Failing locations required; capped at the number of locations of the target",
    }),
  }),
  error_rate: z.strictObject({
    threshold: z.number().min(0).max(100).meta({
      description: "Alert at or above this percentage of failed checks; 0 alerts on any failure",
    }),
    window_seconds: windowSeconds,
    min_checks: minChecks,
  }),
  latency_threshold: z.strictObject({
    threshold_ms: z.number().min(1).max(1_800_000).meta({ description: "Alert above this response time" }),
    window_seconds: windowSeconds,
    percentile: z
      .union([z.literal("avg"), z.literal(50), z.literal(90), z.literal(95), z.literal(99)])
      .default(95),
    min_checks: minChecks,
  }),
  visual_diff_threshold: z.strictObject({
    threshold_percent: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: "Alert above this percentage of differing pixels" }),
  }),
  ssl_expiry: z.strictObject({ days: z.number().int().min(1).max(365) }),
  expiry: z.strictObject({
    subject: z.enum(EXPIRY_SUBJECTS),
    days: z
      .array(z.number().int().min(0).max(365))
      .min(1)
      .max(10)
      .refine((days) => new Set(days).size === days.length, { error: "must not contain a number twice" })
      .transform((days) => days.toSorted((a, b) => b - a))
      .default(EXPIRY_STEPS)
      .meta({
        description:
          "An alert opens at the highest of these numbers of days left, and notifies again at each lower one",
      }),
  }),
  flapping: z.strictObject({
    changes: z.number().int().min(2).max(100).meta({
      description: "Alert at this number of changes between up and down at a location",
    }),
    window_seconds: windowSeconds,
  }),
  missed: z.strictObject({ minutes: overdueMinutes }),
  no_data: z.strictObject({ minutes: overdueMinutes }),
  metric: z.strictObject({
    name: z
      .string()
      .regex(METRIC_NAME_PATTERN, "must be a letter and then at most 63 letters, digits, dots, _ or -")
      .meta({ description: "Metric in the body of pings" }),
    comparison: z.enum(METRIC_COMPARISONS),
    value: z.number().meta({ description: "Alert if the metric compares so with this number" }),
    occurrences: z.number().int().min(1).max(METRIC_OCCURRENCES_MAX).default(1).meta({
      description: "Pings in a row with such a value",
    }),
  }),
  burn_rate: z.strictObject({
    pairs: z
      .array(z.enum(BURN_PAIRS))
      .min(1)
      .max(BURN_PAIRS.length)
      .transform((pairs) => BURN_PAIRS.filter((pair) => pairs.includes(pair)))
      .default(["1h", "6h"])
      .meta({
        description:
          "Alert if the error budget burns too fast in both windows of one of these pairs: 1 hour and 5 minutes, 6 hours and " +
          "30 minutes, 3 days and 6 hours",
      }),
  }),
  change: z.strictObject({
    fields: z
      .array(z.enum(CHANGE_FIELDS))
      .min(1)
      .refine((fields) => new Set(fields).size === fields.length, { error: "must not contain a field twice" })
      .default([...CHANGE_FIELDS])
      .meta({ description: "Alert if one of these changes from one check to the next" }),
    minutes: z.number().int().min(1).max(1_440).default(15).meta({
      description: "The alert resolves by itself with the first check so many minutes after the last change",
    }),
  }),
} as const satisfies Record<RuleType, z.ZodType>;

export type RuleParams = { [T in RuleType]: z.output<(typeof PARAMS)[T]> };

/** The condition of a rule: its type and params. */
export type RuleCondition = { [T in RuleType]: { type: T; params: RuleParams[T] } }[RuleType];

type ParamError = { path: string; message: string };

/** Parses the params of a rule of the given type and applies defaults, or returns the invalid fields. */
export function readParams(
  type: RuleType,
  params: unknown,
): { condition: RuleCondition; errors: null } | { condition: null; errors: ParamError[] } {
  const { value, errors } = parseFields<z.ZodType<object>>(PARAMS[type], params);
  if (errors) {
    return {
      condition: null,
      errors: errors.map(({ path, message }) => ({
        path: path === "" ? "params" : `params.${path}`,
        message,
      })),
    };
  }
  return { condition: withParams(type, value), errors: null };
}

/** The cast is safe because `params` is the output of the schema of this type. */
function withParams(type: RuleType, params: object): RuleCondition {
  return { type, params } as RuleCondition;
}

/**
 * The kinds of targets each rule type supports. Only URL checks see a certificate. A heartbeat without data is down, so no
 * other rule is needed for it. A rule of the type `burn_rate` is about an SLO, which has targets of its own.
 */
export const RULE_TARGETS: Record<RuleType, readonly TargetKind[]> = {
  consecutive_failures: TARGET_KINDS,
  error_rate: TARGET_KINDS,
  latency_threshold: TARGET_KINDS,
  visual_diff_threshold: ["journey"],
  ssl_expiry: ["monitor"],
  expiry: ["monitor"],
  flapping: TARGET_KINDS,
  missed: ["monitor", "api_monitor", "journey"],
  no_data: ["monitor", "api_monitor", "journey"],
  metric: ["heartbeat"],
  burn_rate: [],
  change: ["monitor"],
};

const PARAMS_TEXT =
  "By type: `consecutive_failures` {threshold 1–100, min_locations 1}; `error_rate` {threshold 0–100 %, " +
  "window_seconds 60–86400, min_checks 5}; `latency_threshold` {threshold_ms, window_seconds, percentile " +
  "avg|50|90|95|99 (95), min_checks 5}; `visual_diff_threshold` {threshold_percent}; `ssl_expiry` {days 1–365}; " +
  "`expiry` {subject certificate|domain, days [30, 14, 7, 1], each 0–365}; `flapping` {changes 2–100, window_seconds 60–86400}; `missed` and `no_data` {minutes 1–1440}; " +
  "`metric` {name, comparison gt|gte|lt|lte|eq|ne, value, occurrences 1}; `burn_rate` {pairs [1h, 6h], of 1h|6h|3d}, with `slo_id`; " +
  "`change` {fields [all], minutes 15}, of the " +
  `fields ${CHANGE_FIELDS.map((field) => `\`${field}\``).join(", ")}`;

/** Every writable field, without defaults. */
const fields = {
  name: targetFields.name,
  type: z.enum(RULE_TYPES),
  params: z.record(z.string(), z.unknown()).meta({ description: PARAMS_TEXT }),
  channel_id: z.string().nullish().meta({ description: "The first channel to notify" }),
  channel_ids: z.array(z.string()).max(RULE_CHANNELS_MAX).nullish().meta({
    description: "All channels to notify; `channel_id` is added if it is missing",
  }),
  monitor_id: z.string().nullish(),
  api_monitor_id: z.string().nullish(),
  journey_id: z.string().nullish(),
  heartbeat_id: z.string().nullish().meta({
    description:
      "Set at most one of the four IDs or a `selector`; without any, the rule applies to every target of the organization",
  }),
  selector: selectorSchema.nullish(),
  slo_id: z.string().max(64).nullish().meta({
    description: "With `burn_rate`: the SLO that the rule is about, in place of a target or a selector",
  }),
  enabled: z.boolean(),
  severity: z.enum(SEVERITIES),
  cooldown_seconds: z.number().int().min(0).max(604_800).meta({
    description: "Minimum time between two alerts of the same rule and target",
  }),
  confirm_seconds: z.number().int().min(0).max(3_600).meta({
    description: "How long the condition must hold, by the times of the results, before an alert opens",
  }),
  recovery_threshold: z.number().int().min(1).max(100).meta({
    description: "Good results in a row at each failing location after which an alert resolves",
  }),
  remind_every_seconds: z.number().int().min(60).max(2_592_000).nullish().meta({
    description: "Interval of reminders until the alert is acknowledged; null for no reminders",
  }),
  notify_recovery: z.boolean(),
  flap_detection: z.boolean().meta({
    description:
      "Holds notifications back while alerts of a target open and resolve again and again: from the fifth within 30 minutes " +
      "on, an alert is notified once it has been open for 10 minutes",
  }),
  escalation_policy_id: z.string().max(64).nullish().meta({
    description: "Escalation policy by which its alerts escalate, beside or in place of channels",
  }),
  opens_incident: z.boolean().meta({
    description: "Whether its alerts open an incident, or are added to an open one that they belong to",
  }),
  group_by: z
    .string()
    .max(60)
    .regex(/^(?:target|group|rule|tag:[^\s:].*)$/u, "must be target, group, rule or tag:<name>")
    .meta({
      description:
        "What alerts of this rule share notifications: each `target` on its own, those of a `group`, all of the `rule`, or " +
        "those with the same value of a tag: `tag:team` is about tags such as `team:shop`",
    }),
};

const readOnlyFields = {
  id: readOnly,
  target_count: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

const createShape = {
  ...readOnlyFields,
  org_id: orgIdField,
  name: fields.name,
  type: fields.type,
  params: fields.params,
  channel_id: fields.channel_id,
  channel_ids: fields.channel_ids,
  monitor_id: fields.monitor_id,
  api_monitor_id: fields.api_monitor_id,
  journey_id: fields.journey_id,
  heartbeat_id: fields.heartbeat_id,
  selector: fields.selector,
  slo_id: fields.slo_id,
  enabled: fields.enabled.default(true),
  severity: fields.severity.default("critical"),
  cooldown_seconds: fields.cooldown_seconds.default(0),
  confirm_seconds: fields.confirm_seconds.default(0),
  recovery_threshold: fields.recovery_threshold.default(1),
  remind_every_seconds: fields.remind_every_seconds,
  notify_recovery: fields.notify_recovery.default(true),
  flap_detection: fields.flap_detection.default(false),
  escalation_policy_id: fields.escalation_policy_id,
  opens_incident: fields.opens_incident.default(false),
  group_by: fields.group_by.default("target"),
};

export const alertRuleCreate = z
  .strictObject(createShape)
  // Reported together with errors of single fields, so that one response lists them all.
  .check(evenAfterErrors(z.check(addParamErrors)))
  .meta({ id: "AlertRuleCreate" });
export type AlertRuleCreate = z.output<typeof alertRuleCreate>;
export type AlertRuleCreateInput = z.input<typeof alertRuleCreate>;

/** A rule to preview. Nothing is stored. */
export const alertRulePreview = z
  .strictObject({
    ...createShape,
    name: fields.name.optional(),
    days: z.number().int().min(1).max(PREVIEW_DAYS_MAX).default(7),
  })
  .check(evenAfterErrors(z.check(addParamErrors)))
  .meta({ id: "AlertRulePreviewRequest" });
export type AlertRulePreview = z.output<typeof alertRulePreview>;
export type AlertRulePreviewInput = z.input<typeof alertRulePreview>;

/** Runs a check even if fields are already invalid; zod skips it by default. */
function evenAfterErrors<T extends z.core.$ZodCheck>(check: T): T {
  check._zod.def.when = () => true;
  return check;
}

type Parsed = { value: unknown; issues: { path?: PropertyKey[] | undefined }[] };

function addParamErrors(payload: z.core.ParsePayload): void {
  const { value, issues }: Parsed = payload;
  const bad = new Set(issues.map(({ path }) => path?.[0]));
  // An issue without a path is about the whole body, which is not an object.
  if (typeof value !== "object" || value === null) return;
  if (bad.has(undefined) || bad.has("type") || bad.has("params")) return;
  const { type, params } = value as { type: RuleType; params: unknown };
  for (const { path, message } of readParams(type, params).errors ?? [])
    payload.issues.push({ code: "custom", path: path.split("."), message, input: value });
}

/** Changes only the fields in the request. The type cannot be changed. */
export const alertRuleUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    type: fields.type.optional(),
    params: fields.params.optional(),
    channel_id: fields.channel_id,
    channel_ids: fields.channel_ids,
    monitor_id: fields.monitor_id,
    api_monitor_id: fields.api_monitor_id,
    journey_id: fields.journey_id,
    heartbeat_id: fields.heartbeat_id,
    selector: fields.selector,
    slo_id: fields.slo_id,
    enabled: fields.enabled.optional(),
    severity: fields.severity.optional(),
    cooldown_seconds: fields.cooldown_seconds.optional(),
    confirm_seconds: fields.confirm_seconds.optional(),
    recovery_threshold: fields.recovery_threshold.optional(),
    remind_every_seconds: fields.remind_every_seconds,
    notify_recovery: fields.notify_recovery.optional(),
    flap_detection: fields.flap_detection.optional(),
    escalation_policy_id: fields.escalation_policy_id,
    opens_incident: fields.opens_incident.optional(),
    group_by: fields.group_by.optional(),
  })
  .meta({ id: "AlertRuleUpdate" });
export type AlertRuleUpdate = z.output<typeof alertRuleUpdate>;

export const alertRuleSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    type: z.enum(RULE_TYPES),
    params: z.record(z.string(), z.unknown()).meta({ description: PARAMS_TEXT }),
    channel_id: z.string().nullable(),
    channel_ids: z.array(z.string()),
    monitor_id: z.string().nullable(),
    api_monitor_id: z.string().nullable(),
    journey_id: z.string().nullable(),
    heartbeat_id: z.string().nullable(),
    selector: selectorView.nullable(),
    slo_id: z.string().nullable(),
    target_count: z.number().meta({ description: "Number of targets that the rule covers now" }),
    enabled: z.boolean(),
    severity: z.enum(SEVERITIES),
    cooldown_seconds: z.number(),
    confirm_seconds: z.number(),
    recovery_threshold: z.number(),
    remind_every_seconds: z.number().nullable(),
    notify_recovery: z.boolean(),
    flap_detection: z.boolean(),
    escalation_policy_id: z.string().nullable(),
    opens_incident: z.boolean(),
    group_by: z.string(),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.output<typeof alertRuleSchema>;

export const alertRuleListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  type: z.enum(RULE_TYPES).optional(),
  search: z.string().trim().min(1).max(200).optional().meta({ description: "Part of the name" }),
  target_id: z.string().max(64).optional().meta({ description: "Only rules that name this target" }),
  channel_id: z.string().max(64).optional().meta({ description: "Only rules that notify this channel" }),
  slo_id: z.string().max(64).optional().meta({ description: "Only rules about this SLO" }),
  org_id: z.string().optional(),
});
export type AlertRuleListQuery = z.output<typeof alertRuleListQuery>;
