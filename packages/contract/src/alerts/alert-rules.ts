import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { PARAMS_TEXT, RULE_TYPES, type RuleType, readParams } from "./rule-conditions.ts";

/** Alert rules: a condition on one target, or on all targets of an organization, and the channels to notify. */

export const SEVERITIES = ["critical", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const RULE_CHANNELS_MAX = 20;
export const PREVIEW_DAYS_MAX = 30;
/** Maximum number of alerts that a preview lists; the total counts all of them. */
export const PREVIEW_ALERTS_MAX = 1_000;

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
