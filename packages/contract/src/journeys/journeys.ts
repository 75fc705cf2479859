import { z } from "zod";
import { STEP_NAME_LENGTH_MAX, variableNameSchema } from "../api-monitors/api-steps.ts";
import { repeated } from "../common/http-rules.ts";
import { timestamp, wholeNumberOf } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { CAPTURE_WHEN } from "../runs/run-job.ts";
import { runSchema } from "../runs/runs.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import { lastRun, runTargetListQuery } from "../targets/run-target-fields.ts";
import {
  locationSchema,
  orgIdField,
  targetCreateFields,
  targetResponseFields,
  targetUpdateFields,
} from "../targets/target-fields.ts";
import { JOURNEY_STEPS_MAX, SCRIPT_LENGTH_MAX } from "./journey-limits.ts";
import { type JourneyStep, journeyStepInput, journeyStepSchema } from "./journey-steps.ts";

/** Journeys: steps or a script in a real browser, on a schedule or on demand. */

export const VIEWPORT_DEFAULT = { width: 1_280, height: 720 };
const LOCATIONS_MAX = 20;

const viewportSchema = z
  .strictObject({ width: z.number().int().min(200).max(3_840), height: z.number().int().min(200).max(2_160) })
  .meta({ description: "Pixels", default: VIEWPORT_DEFAULT });

const captureWhen = z.enum(CAPTURE_WHEN);
const captureInput = z
  .strictObject({
    trace: captureWhen.nullish().meta({ default: "on_failure" }),
    video: captureWhen.nullish().meta({ default: "never" }),
    video_with_secrets: z.boolean().nullish().meta({
      default: false,
      description:
        "Also records videos of runs that use secrets. Videos are not masked: everything a page shows is visible.",
    }),
  })
  .transform(({ trace, video, video_with_secrets }) => ({
    trace: trace ?? ("on_failure" as const),
    video: video ?? ("never" as const),
    video_with_secrets: video_with_secrets ?? false,
  }));

const fields = {
  interval_seconds: z
    .number()
    .int()
    .min(10)
    .max(86_400)
    .nullable()
    .meta({ description: "Null to run on demand only" }),
  timeout_seconds: z.number().int().min(1).max(1_800).meta({ description: "Timeout of each attempt" }),
  primary_location: locationSchema,
  locations: z
    .array(locationSchema)
    .max(LOCATIONS_MAX - 1)
    .meta({ description: "Locations in addition to `primary_location`" }),
  max_retries: z
    .number()
    .int()
    .min(0)
    .max(5)
    .meta({ description: "Retries after a failed attempt, 1, 2, 4 … s later" }),
  steps: z
    .array(journeyStepInput)
    .min(1, "needs at least one step")
    .max(JOURNEY_STEPS_MAX)
    .transform(numberRepeatedNames),
  script: z.string().min(1, "is required").max(SCRIPT_LENGTH_MAX).meta({
    description: "A Playwright Test file, or the statements of one test; alternative to `steps`",
  }),
  viewport: viewportSchema,
  device: z.string().min(1).max(100).meta({ description: "Playwright device name, such as iPhone 15" }),
  capture: captureInput,
};

/** The history of a step is keyed by its name, so repeated names are numbered: `click text=Next (2)`. */
function numberRepeatedNames(steps: readonly JourneyStep[]): JourneyStep[] {
  const taken = new Set(steps.map(({ name }) => name));
  const seen = new Set<string>();
  return steps.map((step) => {
    let { name } = step;
    for (let number = 2; seen.has(name) || (name !== step.name && taken.has(name)); number += 1) {
      const suffix = ` (${number})`;
      name = `${step.name.slice(0, STEP_NAME_LENGTH_MAX - suffix.length)}${suffix}`;
    }
    seen.add(name);
    return { ...step, name };
  });
}

export const journeyCreate = z
  .strictObject({
    ...targetCreateFields,
    last_run: readOnly,
    interval_seconds: fields.interval_seconds.default(300),
    timeout_seconds: fields.timeout_seconds.default(120),
    primary_location: fields.primary_location.default("default"),
    locations: fields.locations.nullish(),
    max_retries: fields.max_retries.default(1),
    steps: fields.steps.nullish(),
    script: fields.script.nullish(),
    viewport: fields.viewport.nullish(),
    device: fields.device.nullish(),
    capture: fields.capture.nullish(),
  })
  .meta({ id: "JourneyCreate" });

/** Changes only the fields in the request; null clears an optional field. */
export const journeyUpdate = z
  .strictObject({
    ...targetUpdateFields,
    last_run: readOnly,
    interval_seconds: fields.interval_seconds.optional(),
    timeout_seconds: fields.timeout_seconds.optional(),
    primary_location: fields.primary_location.optional(),
    locations: fields.locations.nullish(),
    max_retries: fields.max_retries.optional(),
    steps: fields.steps.nullish(),
    script: fields.script.nullish(),
    viewport: fields.viewport.nullish(),
    device: fields.device.nullish(),
    capture: fields.capture.nullish(),
  })
  .meta({ id: "JourneyUpdate" });

export type JourneyCreate = z.output<typeof journeyCreate>;
export type JourneyCreateInput = z.input<typeof journeyCreate>;
export type JourneyUpdate = z.output<typeof journeyUpdate>;

/** Returns what is wrong across the fields of a complete definition, after defaults and merging. */
export function journeyErrors(journey: {
  steps: readonly JourneyStep[] | null;
  script: string | null;
  primary_location: string;
  locations: readonly string[];
  tags: readonly string[];
}): { path: string; message: string }[] {
  const screenshots = (journey.steps ?? []).filter((step) => step.action === "screenshot");
  const isAmbiguous = screenshots.some(
    ({ label, compare }) => compare && screenshots.filter((other) => other.label === label).length > 1,
  );
  const both = {
    path: "script",
    message: "cannot be combined with steps; set one of them and null for the other",
  };
  return [
    ...(journey.steps !== null && journey.script !== null ? [both] : []),
    ...(isAmbiguous ? [{ path: "steps", message: "must not reuse the label of a compared screenshot" }] : []),
    ...repeated("locations", [journey.primary_location, ...journey.locations]),
    ...repeated("tags", journey.tags),
  ];
}

export const journeySchema = z
  .object({
    ...targetResponseFields,
    status: z.enum(MONITOR_STATUSES),
    interval_seconds: z.number().nullable().meta({ description: "Null to run on demand only" }),
    timeout_seconds: z.number(),
    primary_location: z.string(),
    max_retries: z.number(),
    steps: z.array(journeyStepSchema).nullable(),
    script: z.string().nullable(),
    viewport: z.object({ width: z.number(), height: z.number() }).nullable(),
    device: z.string().nullable(),
    capture: z.object({ trace: captureWhen, video: captureWhen, video_with_secrets: z.boolean() }),
    last_run: lastRun,
  })
  .meta({ id: "Journey" });
export type Journey = z.output<typeof journeySchema>;

export const journeyListQuery = z.strictObject(runTargetListQuery);
export type JourneyListQuery = z.output<typeof journeyListQuery>;

/** The location of a manual run; for pipelines also variables and the base URL. */
export const journeyRunNow = z
  .strictObject({
    org_id: orgIdField,
    location: locationSchema
      .nullish()
      .meta({ description: "One of its locations; default: the primary location" }),
  })
  .prefault({})
  .meta({ id: "JourneyRunNow" });
export type JourneyRunNow = z.output<typeof journeyRunNow>;

const OVERRIDES_MAX = 100;
const BASE_URL_LENGTH_MAX = 2_000;

const baseUrlSchema = z
  .string()
  .max(BASE_URL_LENGTH_MAX)
  .refine(
    isBaseUrl,
    "must be an http or https URL without user and password, such as https://pr-7.example.org",
  );

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "";
}

export const journeyTrigger = z
  .strictObject({
    org_id: orgIdField,
    location: locationSchema
      .nullish()
      .meta({ description: "One of its locations; default: the primary location" }),
    variables: z
      .record(variableNameSchema, z.string().max(65_536))
      .refine((given) => Object.keys(given).length <= OVERRIDES_MAX, `must be at most ${OVERRIDES_MAX}`)
      .nullish()
      .meta({
        description:
          "Variables of this run; they take precedence over organization variables. Stored with the run, so do not pass secrets",
      }),
    base_url: baseUrlSchema.nullish().meta({
      description: "Replaces the origin of the journey's first URL, for example to test a preview deployment",
    }),
  })
  .prefault({})
  .meta({ id: "JourneyTrigger" });
export type JourneyTrigger = z.output<typeof journeyTrigger>;
export type JourneyTriggerInput = NonNullable<z.input<typeof journeyTrigger>>;

export const RUN_WAIT_SECONDS_MAX = 60;

export const runWaitQuery = z.strictObject({
  wait: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, `must be whole seconds, 0 to ${RUN_WAIT_SECONDS_MAX}`)
    .transform(Number)
    .optional()
    .meta({
      description: `Seconds to wait for the run to finish, 0 (default) to ${RUN_WAIT_SECONDS_MAX}`,
      ...wholeNumberOf(0, RUN_WAIT_SECONDS_MAX),
    }),
  org_id: z.string().optional(),
});

/** A run as returned to pipelines. */
export const pipelineRunSchema = runSchema
  .extend({
    run_id: z.string().meta({ description: "Same as `id`" }),
    status_url: z.string().meta({ description: "URL to query the status of the run; supports `wait`" }),
    web_url: z.string().meta({ description: "Dashboard page of the run" }),
  })
  .meta({ id: "PipelineRun" });
export type PipelineRun = z.output<typeof pipelineRunSchema>;

/** The image that screenshots of a label are compared with. */
export const baselineSchema = z
  .object({
    label: z.string(),
    viewport: z.string().meta({ description: "Such as 1280x720, or the device name" }),
    location: z.string(),
    bytes: z.number(),
    run_id: z.string().meta({ description: "The run that took the screenshot" }),
    accepted_by: z
      .string()
      .nullable()
      .meta({ description: "ID of the user or API key; null if the first run set the baseline" }),
    accepted_by_name: z
      .string()
      .nullable()
      .meta({ description: "Null after the user or key has left the organization" }),
    accepted_at: timestamp,
    image_url: z.string().nullable().meta({ description: "Null once no stored run has the image" }),
  })
  .meta({ id: "Baseline" });
export type Baseline = z.output<typeof baselineSchema>;

export const baselineListQuery = z.strictObject({ org_id: z.string().optional() });
export const baselineParams = z.object({ id: z.string(), label: z.string() });
export const baselineAccept = z
  .strictObject({ run_id: z.string(), org_id: orgIdField })
  .meta({ id: "BaselineAccept" });
