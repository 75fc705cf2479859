import { z } from "zod";
import { ESCALATION_STEPS_MAX, STEP_TARGETS_MAX } from "../on-call/escalation-limits.ts";
import { escalationPolicyCreate, stepSchema } from "../on-call/escalation-policies.ts";
import { LAYER_PEOPLE_MAX, LAYERS_MAX } from "../on-call/schedule-limits.ts";
import { layerSchema, scheduleCreate } from "../on-call/schedules.ts";
import { groupCreate } from "../targets/groups.ts";
import { durationSchema, personReferenceSchema, referenceSchema } from "./code-references.ts";
import { DURATION_FIELDS } from "./durations.ts";
import { lifecycleFields, withDurations, writableShape } from "./resource-shape.ts";

/** On-call schedules and escalation policies in a document. */

const named = {
  ...lifecycleFields,
  name: groupCreate.shape.name.optional().meta({ description: "Default: the key" }),
};

const { id: _layerId, ...layerShape } = layerSchema.shape;

const codeLayerSchema = z
  .strictObject({
    ...layerShape,
    people: z.array(personReferenceSchema).max(LAYER_PEOPLE_MAX).meta({
      description: "Email addresses of members in the order of their turns",
    }),
  })
  .meta({ id: "CodeScheduleLayer" });

export const codeScheduleSchema = z
  .strictObject({
    ...writableShape(scheduleCreate.shape),
    ...named,
    layers: z.array(codeLayerSchema).max(LAYERS_MAX).optional(),
  })
  .meta({ id: "CodeSchedule" });
export type CodeSchedule = z.input<typeof codeScheduleSchema>;

const codeStepTargetSchema = z
  .union([
    z.strictObject({ user: personReferenceSchema }),
    z.strictObject({ schedule: referenceSchema }),
    z.strictObject({ channel: referenceSchema }),
    z.strictObject({ all: z.literal(true) }),
  ])
  .meta({
    id: "CodeStepTarget",
    description: "`{user: EMAIL}`, `{schedule: KEY}`, `{channel: KEY}`, or `{all: true}` for all members",
  });

const codeStepSchema = z
  .strictObject({
    ...stepSchema.shape,
    wait_seconds: durationSchema
      .optional()
      .meta({ description: "Time between the previous step and this one" }),
    notify: z.array(codeStepTargetSchema).min(1).max(STEP_TARGETS_MAX),
  })
  .meta({ id: "CodeEscalationStep" });

export const codeEscalationPolicySchema = z
  .strictObject({
    ...writableShape(escalationPolicyCreate.shape),
    ...named,
    ...withDurations(DURATION_FIELDS.escalation_policy),
    steps: z.array(codeStepSchema).min(1).max(ESCALATION_STEPS_MAX),
    fallback_policy: referenceSchema.nullish().meta({
      description: "Key of the policy that follows if no one acknowledges the alert",
    }),
  })
  .meta({ id: "CodeEscalationPolicy" });
export type CodeEscalationPolicy = z.input<typeof codeEscalationPolicySchema>;
