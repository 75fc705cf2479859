import { z } from "zod";
import { readOnly } from "../common/read-only.ts";
import { runSchema } from "../runs/runs.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import { lastRun, runTargetListQuery } from "../targets/run-target-fields.ts";
import {
  locationSchema,
  orgIdField,
  targetCreateFields,
  targetFields,
  targetResponseFields,
  targetUpdateFields,
} from "../targets/target-fields.ts";
import {
  type ApiStep,
  apiStepInput,
  apiStepSchema,
  defaultStepName,
  STEP_NAME_LENGTH_MAX,
  variableNameSchema,
} from "./api-steps.ts";

/** API monitors: a name, a schedule, and HTTP steps that share variables and cookies. */

export const API_STEPS_MAX = 50;
const VARIABLES_MAX = 100;

/**
 * The steps of an API monitor. The history of a step is keyed by its name, so repeated default names are numbered
 * and repeated explicit names are rejected.
 */
const apiStepsInput = z
  .array(apiStepInput)
  .min(1, "needs at least one step")
  .max(API_STEPS_MAX)
  .transform(numberDefaultNames)
  .superRefine((steps, ctx) => {
    steps.forEach(({ name }, index) => {
      const first = steps.findIndex((step) => step.name === name);
      if (first === index) return;
      const message = `duplicates the name of steps.${first}; give each step a unique name`;
      ctx.addIssue({ code: "custom", path: [index, "name"], message });
    });
  });

function numberDefaultNames(steps: readonly ApiStep[]): ApiStep[] {
  const taken = new Set(steps.filter(hasNameGiven).map(({ name }) => name));
  return steps.map((step) => {
    if (hasNameGiven(step)) return step;
    let name = step.name;
    for (let number = 2; taken.has(name); number += 1) {
      const suffix = ` (${number})`;
      name = `${step.name.slice(0, STEP_NAME_LENGTH_MAX - suffix.length)}${suffix}`;
    }
    taken.add(name);
    return { ...step, name };
  });
}

function hasNameGiven({ name, method, url }: ApiStep): boolean {
  return name !== defaultStepName(method, url);
}

const DUPLICATES = "must not contain duplicates";

const fields = {
  ...targetFields,
  locations: targetFields.locations.refine(isDistinct, DUPLICATES),
  tags: targetFields.tags.refine(isDistinct, DUPLICATES),
  timeout: targetFields.timeout.meta({ description: "Seconds for the whole run" }),
  max_retries: z
    .number()
    .int()
    .min(0)
    .max(5)
    .meta({ description: "Retries after a failed attempt, 1, 2, 4 … s later" }),
  variables: z
    .record(variableNameSchema, z.string().max(65_536))
    .refine((variables) => Object.keys(variables).length <= VARIABLES_MAX, `must be at most ${VARIABLES_MAX}`)
    .meta({ description: "Values of {{NAME}} references; they take precedence over organization variables" }),
  steps: apiStepsInput,
};

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

export const apiMonitorCreate = z
  .strictObject({
    ...targetCreateFields,
    last_run: readOnly,
    interval: fields.interval.default(60),
    timeout: fields.timeout.default(60),
    locations: fields.locations.default(["default"]),
    max_retries: fields.max_retries.default(1),
    tags: fields.tags.nullish(),
    variables: fields.variables.nullish(),
    steps: fields.steps,
  })
  .meta({ id: "ApiMonitorCreate" });

/** An API monitor to test before it is saved; the name is optional. */
export const apiMonitorTry = apiMonitorCreate
  .extend({
    name: fields.name.nullish(),
    location: locationSchema.nullish().meta({ description: "One of its locations; default: the first" }),
  })
  .meta({ id: "ApiMonitorTry" });

/** Changes only the fields in the request; null clears an optional field. */
export const apiMonitorUpdate = z
  .strictObject({
    ...targetUpdateFields,
    last_run: readOnly,
    interval: fields.interval.optional(),
    timeout: fields.timeout.optional(),
    locations: fields.locations.optional(),
    max_retries: fields.max_retries.optional(),
    tags: fields.tags.nullish(),
    variables: fields.variables.nullish(),
    steps: fields.steps.optional(),
  })
  .meta({ id: "ApiMonitorUpdate" });

export type ApiMonitorCreate = z.output<typeof apiMonitorCreate>;
export type ApiMonitorCreateInput = z.input<typeof apiMonitorCreate>;
export type ApiMonitorTry = z.output<typeof apiMonitorTry>;
export type ApiMonitorUpdate = z.output<typeof apiMonitorUpdate>;

export const apiMonitorSchema = z
  .object({
    ...targetResponseFields,
    status: z.enum(MONITOR_STATUSES),
    interval: z.number().meta({ description: "Seconds" }),
    timeout: z.number().meta({ description: "Seconds for the whole run" }),
    max_retries: z.number(),
    variables: z.record(z.string(), z.string()),
    steps: z.array(apiStepSchema),
    last_run: lastRun,
  })
  .meta({ id: "ApiMonitor" });
export type ApiMonitor = z.output<typeof apiMonitorSchema>;

/** The location to run at now; default: all locations. */
export const apiMonitorTrigger = z
  .strictObject({
    org_id: orgIdField,
    location: locationSchema.nullish().meta({ description: "One of its locations; default: all of them" }),
  })
  .prefault({})
  .meta({ id: "ApiMonitorTrigger" });
export type ApiMonitorTrigger = z.output<typeof apiMonitorTrigger>;

export const triggeredRuns = z.object({
  success: z.literal(true),
  data: runSchema.meta({ description: "Run at the first location" }),
  meta: z.object({ run_ids: z.array(z.string()).meta({ description: "Run IDs, one per location" }) }),
});
export type TriggeredRuns = z.output<typeof triggeredRuns>;

export const apiMonitorListQuery = z.strictObject(runTargetListQuery);
export type ApiMonitorListQuery = z.output<typeof apiMonitorListQuery>;
