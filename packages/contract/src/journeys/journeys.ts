import { z } from "zod";
import { STEP_NAME_LENGTH_MAX, variableNameSchema } from "../api-monitors/api-steps.ts";
import { repeated } from "../common/http-rules.ts";
import {
  cursorSchema,
  limitSchema,
  sortSchema,
  timestamp,
  wholeNumberOf,
  wordsSchema,
} from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { CAPTURE_WHEN } from "../runs/run-job.ts";
import { runSchema } from "../runs/runs.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import {
  locationSchema,
  orgIdField,
  pausedReason,
  statusReason,
  tagSchema,
  targetFields,
} from "../targets/target-fields.ts";
import { JOURNEY_STEPS_MAX, SCRIPT_LENGTH_MAX } from "./journey-limits.ts";
import { type JourneyStep, journeyStepInput, journeyStepSchema } from "./journey-steps.ts";

/** Journeys: steps, or a script, in a real browser, on an interval or on demand. Source: decisions.md, section 5. */

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
        "Also takes videos of runs that use secrets. Nothing is masked in a video: whatever a page shows can be seen.",
    }),
  })
  .transform(({ trace, video, video_with_secrets }) => ({
    trace: trace ?? ("on_failure" as const),
    video: video ?? ("never" as const),
    video_with_secrets: video_with_secrets ?? false,
  }));

const fields = {
  name: targetFields.name,
  description: z.string().max(2_000),
  interval_seconds: z
    .number()
    .int()
    .min(10)
    .max(86_400)
    .nullable()
    .meta({ description: "Null: on demand only" }),
  timeout_seconds: z.number().int().min(1).max(1_800).meta({ description: "For each attempt" }),
  primary_location: locationSchema,
  locations: z
    .array(locationSchema)
    .max(LOCATIONS_MAX - 1)
    .meta({ description: "Others beside `primary_location`" }),
  max_retries: z
    .number()
    .int()
    .min(0)
    .max(5)
    .meta({ description: "Further attempts after a failed one, 1, 2, 4 … s later" }),
  enabled: targetFields.enabled,
  tags: targetFields.tags,
  parents: targetFields.parents,
  steps: z
    .array(journeyStepInput)
    .min(1, "needs at least one step")
    .max(JOURNEY_STEPS_MAX)
    .transform(numberRepeatedNames),
  script: z.string().min(1, "is needed").max(SCRIPT_LENGTH_MAX).meta({
    description: "A Playwright Test file, or a test's statements; instead of `steps`",
  }),
  viewport: viewportSchema,
  device: z.string().min(1).max(100).meta({ description: "A name of Playwright's list, such as iPhone 15" }),
  capture: captureInput,
};

/** A step's history goes by its name, so one that repeats is numbered: `click text=Next (2)`. */
function numberRepeatedNames(steps: readonly JourneyStep[]): JourneyStep[] {
  const taken = new Set(steps.map(({ name }) => name));
  const met = new Set<string>();
  return steps.map((step) => {
    let { name } = step;
    for (let number = 2; met.has(name) || (name !== step.name && taken.has(name)); number += 1) {
      const suffix = ` (${number})`;
      name = `${step.name.slice(0, STEP_NAME_LENGTH_MAX - suffix.length)}${suffix}`;
    }
    met.add(name);
    return { ...step, name };
  });
}

const readOnlyFields = {
  id: readOnly,
  status: readOnly,
  status_since: readOnly,
  status_reason: readOnly,
  paused_reason: readOnly,
  last_run: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const journeyCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    description: fields.description.nullish(),
    interval_seconds: fields.interval_seconds.default(300),
    timeout_seconds: fields.timeout_seconds.default(120),
    primary_location: fields.primary_location.default("default"),
    locations: fields.locations.nullish(),
    max_retries: fields.max_retries.default(1),
    enabled: fields.enabled.default(true),
    tags: fields.tags.nullish(),
    parents: fields.parents.nullish(),
    steps: fields.steps.nullish(),
    script: fields.script.nullish(),
    viewport: fields.viewport.nullish(),
    device: fields.device.nullish(),
    capture: fields.capture.nullish(),
  })
  .meta({ id: "JourneyCreate" });

/** Only what the request carries is changed; null clears a field that may be empty. */
export const journeyUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    description: fields.description.nullish(),
    interval_seconds: fields.interval_seconds.optional(),
    timeout_seconds: fields.timeout_seconds.optional(),
    primary_location: fields.primary_location.optional(),
    locations: fields.locations.nullish(),
    max_retries: fields.max_retries.optional(),
    enabled: fields.enabled.optional(),
    tags: fields.tags.nullish(),
    parents: fields.parents.nullish(),
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

/** What is wrong across the fields of a whole definition, after defaults and merging. */
export function journeyFaults(journey: {
  steps: readonly JourneyStep[] | null;
  script: string | null;
  primary_location: string;
  locations: readonly string[];
  tags: readonly string[];
}): { path: string; message: string }[] {
  const pictures = (journey.steps ?? []).filter((step) => step.action === "screenshot");
  const isAmbiguous = pictures.some(
    ({ label, compare }) => compare && pictures.filter((other) => other.label === label).length > 1,
  );
  const both = {
    path: "script",
    message: "stands instead of steps; give one of them and null for the other",
  };
  return [
    ...(journey.steps !== null && journey.script !== null ? [both] : []),
    ...(isAmbiguous
      ? [{ path: "steps", message: "must not have another screenshot under the label of a compared one" }]
      : []),
    ...repeated("locations", [journey.primary_location, ...journey.locations]),
    ...repeated("tags", journey.tags),
  ];
}

export const journeySchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    description: z.string(),
    interval_seconds: z.number().nullable().meta({ description: "Null: on demand only" }),
    timeout_seconds: z.number(),
    primary_location: z.string(),
    locations: z.array(z.string()),
    max_retries: z.number(),
    enabled: z.boolean(),
    tags: z.array(z.string()),
    parents: z.array(z.string()),
    steps: z.array(journeyStepSchema).nullable(),
    script: z.string().nullable(),
    viewport: z.object({ width: z.number(), height: z.number() }).nullable(),
    device: z.string().nullable(),
    capture: z.object({ trace: captureWhen, video: captureWhen, video_with_secrets: z.boolean() }),
    status: z.enum(MONITOR_STATUSES),
    status_since: timestamp,
    status_reason: statusReason,
    paused_reason: pausedReason,
    last_run: z
      .object({
        id: z.string(),
        status: z.enum(["passed", "failed"]),
        location: z.string(),
        finished_at: timestamp,
        duration_ms: z.number().nullable(),
      })
      .nullable()
      .meta({ description: "The run that ended last" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Journey" });
export type Journey = z.output<typeof journeySchema>;

export const journeyListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: wordsSchema(MONITOR_STATUSES).optional(),
  tag: tagSchema.optional(),
  q: z.string().trim().min(1).max(200).optional().meta({ description: "Text in the name or description" }),
  org_id: z.string().optional(),
});
export type JourneyListQuery = z.output<typeof journeyListQuery>;

/** Where to run now, and for pipelines what to run against. */
export const journeyRunNow = z
  .strictObject({
    org_id: orgIdField,
    location: locationSchema
      .nullish()
      .meta({ description: "One of its locations; default: the primary one" }),
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
    "must be an http or https address without user and password, such as https://pr-7.example.org",
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
      .meta({ description: "One of its locations; default: the primary one" }),
    variables: z
      .record(variableNameSchema, z.string().max(65_536))
      .refine((given) => Object.keys(given).length <= OVERRIDES_MAX, `must be at most ${OVERRIDES_MAX}`)
      .nullish()
      .meta({
        description: "For this run, before the organization's; kept with the run, so no place for secrets",
      }),
    base_url: baseUrlSchema.nullish().meta({
      description:
        "Its origin stands in for that of the journey's first address, as for a preview deployment",
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
      description: `Seconds to wait for the run's end, 0 (default) to ${RUN_WAIT_SECONDS_MAX}`,
      ...wholeNumberOf(0, RUN_WAIT_SECONDS_MAX),
    }),
  org_id: z.string().optional(),
});

/** A run as pipelines see it. */
export const pipelineRunSchema = runSchema
  .extend({
    run_id: z.string().meta({ description: "The same as id" }),
    status_url: z.string().meta({ description: "Where to ask how it stands; takes `wait`" }),
    web_url: z.string().meta({ description: "The page that shows it to people" }),
  })
  .meta({ id: "PipelineRun" });
export type PipelineRun = z.output<typeof pipelineRunSchema>;

/** The image that a label's screenshots are compared with. */
export const baselineSchema = z
  .object({
    label: z.string(),
    viewport: z.string().meta({ description: "Such as 1280x720, or the device's name" }),
    location: z.string(),
    bytes: z.number(),
    run_id: z.string().meta({ description: "The run that it is from" }),
    accepted_by: z
      .string()
      .nullable()
      .meta({ description: "Id of the person or API key; null for the first run's, which nobody judged" }),
    accepted_by_name: z.string().nullable().meta({ description: "Null once it is none of yours any more" }),
    accepted_at: timestamp,
    image_url: z.string().nullable().meta({ description: "Null once no run that shows it is kept any more" }),
  })
  .meta({ id: "Baseline" });
export type Baseline = z.output<typeof baselineSchema>;

export const baselineListQuery = z.strictObject({ org_id: z.string().optional() });
export const baselineParams = z.object({ id: z.string(), label: z.string() });
export const baselineAccept = z
  .strictObject({ run_id: z.string(), org_id: orgIdField })
  .meta({ id: "BaselineAccept" });
