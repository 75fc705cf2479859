import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import {
  ESCALATION_STEPS_MAX,
  FALLBACKS_MAX,
  REPEAT_WAIT_SECONDS_DEFAULT,
  REPEAT_WAIT_SECONDS_MIN,
  REPEATS_MAX,
  STEP_TARGETS_MAX,
  STEP_WAIT_SECONDS_MAX,
} from "./escalation-limits.ts";
import { weeklyTimesSchema } from "./weekly-times.ts";

/** Escalation policies: who is notified of an alert, and who next if no one acknowledges it. */

export const STEP_TARGET_TYPES = ["user", "schedule", "channel"] as const;

const stepTarget = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.enum(STEP_TARGET_TYPES), id: z.string().max(64) }),
    z.strictObject({ type: z.literal("all") }),
  ])
  .meta({
    id: "EscalationStepTarget",
    description:
      "A member (`user`, with the ID of the person), who is on call in a schedule, a channel, or all members",
  });
export type StepTarget = z.output<typeof stepTarget>;

export const stepSchema = z
  .strictObject({
    wait_seconds: z.number().int().min(0).max(STEP_WAIT_SECONDS_MAX).default(0).meta({
      description: "Time between the previous step, or the start, and this step",
    }),
    notify: z.array(stepTarget).min(1).max(STEP_TARGETS_MAX),
    severities: z.array(z.enum(SEVERITIES)).min(1).max(SEVERITIES.length).nullish().meta({
      description: "Only for alerts of these severities; other alerts skip the step",
    }),
    times: weeklyTimesSchema.nullish().meta({
      description: "Only at these times; at other times the step is skipped",
    }),
  })
  .meta({ id: "EscalationStep" });
export type EscalationStep = z.output<typeof stepSchema>;

/** Every writable field, without defaults. */
const fields = {
  name: targetFields.name,
  description: targetFields.description,
  steps: z.array(stepSchema).min(1).max(ESCALATION_STEPS_MAX),
  repeat_count: z.number().int().min(0).max(REPEATS_MAX).meta({
    description: "How often the steps are repeated if no one acknowledges the alert",
  }),
  repeat_wait_seconds: z.number().int().min(REPEAT_WAIT_SECONDS_MIN).max(STEP_WAIT_SECONDS_MAX).meta({
    description: "Time between the last step and the first step of the next round, or of the fallback policy",
  }),
  fallback_policy_id: z
    .string()
    .max(64)
    .nullable()
    .meta({
      description:
        "Policy that follows if no one acknowledges the alert, or if a round of steps reaches no one. At most " +
        `${FALLBACKS_MAX} policies follow one another`,
    }),
};

const readOnlyFields = {
  ...{ id: readOnly, rule_count: readOnly, warnings: readOnly, managed_by: readOnly },
  ...{ created_at: readOnly, updated_at: readOnly },
};

export const escalationPolicyCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    description: fields.description.default(""),
    steps: fields.steps,
    repeat_count: fields.repeat_count.default(0),
    repeat_wait_seconds: fields.repeat_wait_seconds.default(REPEAT_WAIT_SECONDS_DEFAULT),
    fallback_policy_id: fields.fallback_policy_id.default(null),
  })
  .meta({ id: "EscalationPolicyCreate" });
export type EscalationPolicyCreate = z.output<typeof escalationPolicyCreate>;

/** Changes only the fields in the request; `steps` is replaced as a whole. */
export const escalationPolicyUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    description: fields.description.optional(),
    steps: fields.steps.optional(),
    repeat_count: fields.repeat_count.optional(),
    repeat_wait_seconds: fields.repeat_wait_seconds.optional(),
    fallback_policy_id: fields.fallback_policy_id.optional(),
  })
  .meta({ id: "EscalationPolicyUpdate" });
export type EscalationPolicyUpdate = z.output<typeof escalationPolicyUpdate>;

export const escalationPolicySchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    description: z.string(),
    steps: z.array(stepSchema),
    repeat_count: z.number(),
    repeat_wait_seconds: z.number(),
    fallback_policy_id: z.string().nullable(),
    rule_count: z.number().meta({ description: "Alert rules that use the policy" }),
    warnings: z.array(z.string()).meta({
      description: "What the policy names that no longer exists, such as people who are no longer members",
    }),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "EscalationPolicy" });
export type EscalationPolicy = z.output<typeof escalationPolicySchema>;

export const escalationPolicyListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  org_id: z.string().optional(),
});
export type EscalationPolicyListQuery = z.output<typeof escalationPolicyListQuery>;
