import { z } from "zod";
import { apiStepInput, apiStepSchema, variableNameSchema } from "../api-monitors/api-steps.ts";
import { OPERATORS } from "../assertions/assertion-rules.ts";
import { operatorSchema } from "../assertions/assertions.ts";
import { type Expectation, expectedErrors, expectedOf } from "./journey-expectations.ts";

/**
 * One declarative step of a journey, in the form of a request body and of a response: data for the interpreter, never
 * code.
 */

export const STEP_TIMEOUT_MS_DEFAULT = 10_000;
const STEP_TIMEOUT_MS_MAX = 600_000;
const WAIT_MS_MAX = 30_000;
const UPLOAD_BYTES_MAX = 262_144;
const MASKS_MAX = 20;
const NAME_LENGTH_MAX = 200;

const selector = z.string().min(1, "is required").max(2_000).meta({
  description: 'Playwright selector: role=button[name="Pay"], text=…, css, data-testid=…',
});
const text = z.string().max(65_536);
const urlField = z.string().min(1, "is required").max(8_192);
const label = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, "must be letters, digits, spaces and . _ -, at most 100");

const commonInput = {
  name: z
    .string()
    .trim()
    .max(NAME_LENGTH_MAX)
    .nullish()
    .meta({ description: "Default: derived from the action" }),
  timeout_ms: z.number().int().min(100).max(STEP_TIMEOUT_MS_MAX).nullish().meta({
    description: "Timeout of this step",
    default: STEP_TIMEOUT_MS_DEFAULT,
  }),
  screenshot: z.boolean().nullish().meta({
    description: "Takes a screenshot after the step; a failed step always takes one",
    default: false,
  }),
  continue_on_failure: z.boolean().nullish().meta({
    description: "Continues with the next steps if this one fails; the run still fails",
    default: false,
  }),
  always_run: z.boolean().nullish().meta({
    description: "Runs even after a failure, for cleanup",
    default: false,
  }),
};

const expectedInput = {
  operator: operatorSchema
    .nullish()
    .meta({ description: "Default: `contains` for text, otherwise `equals`" }),
  value: z.union([z.string().max(10_000), z.number(), z.boolean()]).nullish(),
};

/** A step of one action: validates the common fields and those of the action. */
function action<const Action extends string, Shape extends z.ZodRawShape>(name: Action, shape: Shape) {
  return z.strictObject({ action: z.literal(name), ...commonInput, ...shape });
}

function expectation<const Action extends Expectation, Shape extends z.ZodRawShape>(
  name: Action,
  shape: Shape,
) {
  return action(name, { ...expectedInput, ...shape });
}

const fromInput = z
  .union([
    z.strictObject({ selector, attribute: z.string().min(1).max(200).nullish() }),
    z.strictObject({ value: text }),
  ])
  .transform((from) =>
    "value" in from ? from : { selector: from.selector, attribute: from.attribute ?? null },
  );

const LOAD_STATES = ["load", "domcontentloaded", "networkidle"] as const;

/** The fields of an API step; all journey steps use `timeout_ms` for their timeout. */
const requestInput = apiStepInput.in.shape;

const stepInput = z.discriminatedUnion("action", [
  action("goto", { url: urlField }),
  action("click", { selector }),
  action("double_click", { selector }),
  action("hover", { selector }),
  action("check", { selector }),
  action("uncheck", { selector }),
  action("fill", { selector, value: text }),
  action("select_option", { selector, value: text }),
  action("press", { key: z.string().min(1, "is required").max(100), selector: selector.nullish() }),
  z.strictObject({
    action: z.literal("upload"),
    ...commonInput,
    selector,
    name: z
      .string()
      .trim()
      .min(1, "is required")
      .max(NAME_LENGTH_MAX)
      .meta({ description: "File name, also used as the step name" }),
    content_base64: z
      .base64("must be base64")
      .refine(
        (encoded) => base64Bytes(encoded) <= UPLOAD_BYTES_MAX,
        `must be at most ${UPLOAD_BYTES_MAX} bytes`,
      ),
  }),
  action("wait_for", {
    selector: selector.nullish(),
    url: urlField.nullish(),
    load_state: z.enum(LOAD_STATES).nullish(),
    milliseconds: z.number().int().min(0).max(WAIT_MS_MAX).nullish(),
  }),
  action("expect_visible", { selector }),
  action("expect_hidden", { selector }),
  expectation("expect_text", { selector }),
  expectation("expect_value", { selector }),
  expectation("expect_count", { selector }),
  expectation("expect_attribute", { selector, attribute: z.string().min(1, "is required").max(200) }),
  expectation("expect_url", {}),
  expectation("expect_title", {}),
  action("screenshot", {
    label,
    full_page: z.boolean().nullish(),
    selector: selector.nullish(),
    compare: z
      .boolean()
      .nullish()
      .meta({ description: "Compares the screenshot with the baseline of the journey" }),
    mask: z.array(selector).max(MASKS_MAX).nullish(),
    threshold_percent: z.number().min(0).max(100).nullish().meta({
      description: "A larger difference fails the step; if not set, the difference is only recorded",
    }),
  }),
  z.strictObject({ ...requestInput, action: z.literal("request"), ...commonInput }),
  action("set_variable", { variable: variableNameSchema, from: fromInput }),
  action("totp", { selector, secret: z.string().min(1, "is required").max(1_000) }),
]);
type StepInput = z.output<typeof stepInput>;

type RequestInput = Extract<StepInput, { action: "request" }>;
type StepError = { field: string; message: string };

function stepErrors(step: StepInput): StepError[] {
  switch (step.action) {
    case "expect_text":
    case "expect_value":
    case "expect_count":
    case "expect_attribute":
    case "expect_url":
    case "expect_title":
      return expectedErrors(step.action, step);
    case "wait_for": {
      const given = [step.selector, step.url, step.load_state, step.milliseconds].filter(
        (wait) => wait != null,
      );
      if (given.length === 1) return [];
      const message = "must be set as exactly one of selector, url, load_state and milliseconds";
      return [{ field: "selector", message }];
    }
    case "screenshot":
      return screenshotErrors(step);
    case "request":
      return requestErrors(step);
    default:
      return [];
  }
}

/** Returns what is wrong across the fields of an API step; errors of single fields were reported before. */
function requestErrors(step: RequestInput): StepError[] {
  const { success, error } = apiStepInput.safeParse(apiFieldsOf(step));
  return success
    ? []
    : error.issues.map(({ path, message }) => ({ field: String(path[0] ?? "url"), message }));
}

function apiFieldsOf({
  action: _,
  timeout_ms: _ms,
  screenshot: _shot,
  always_run: _run,
  ...api
}: RequestInput) {
  return api;
}

function screenshotErrors(step: Extract<StepInput, { action: "screenshot" }>): StepError[] {
  const errors: StepError[] = [];
  if (step.full_page && step.selector) {
    errors.push({ field: "full_page", message: "cannot be combined with a selector; remove one of them" });
  }
  if (step.threshold_percent != null && !step.compare) {
    errors.push({ field: "threshold_percent", message: "requires compare: true" });
  }
  return errors;
}

/** Validates a step, reports every error at its field, and converts the step to its stored form. */
export const journeyStepInput = stepInput
  .superRefine((step, ctx) => {
    for (const { field, message } of stepErrors(step)) {
      ctx.addIssue({ code: "custom", path: [field], message });
    }
  })
  .transform(toStored);

/** A step with defaults applied, as it is stored, returned and run. */
export type JourneyStep = z.output<typeof journeyStepInput>;
export type JourneyStepInput = z.input<typeof journeyStepInput>;
export type JourneyAction = JourneyStep["action"];
export type StepOf<Action extends JourneyAction> = Extract<JourneyStep, { action: Action }>;

function toStored(step: StepInput) {
  const common = {
    name: step.name || defaultName(step),
    timeout_ms: step.timeout_ms ?? STEP_TIMEOUT_MS_DEFAULT,
    screenshot: step.screenshot ?? false,
    continue_on_failure: step.continue_on_failure ?? false,
    always_run: step.always_run ?? false,
  };
  switch (step.action) {
    case "press":
      return { ...step, ...common, selector: step.selector ?? null };
    case "wait_for":
      return {
        ...step,
        ...common,
        selector: step.selector ?? null,
        url: step.url ?? null,
        load_state: step.load_state ?? null,
        milliseconds: step.milliseconds ?? null,
      };
    case "expect_text":
    case "expect_value":
    case "expect_count":
    case "expect_attribute":
    case "expect_url":
    case "expect_title":
      return { ...step, ...common, ...expectedOf(step.action, step) };
    case "screenshot":
      return {
        ...step,
        ...common,
        full_page: step.full_page ?? false,
        selector: step.selector ?? null,
        compare: step.compare ?? false,
        mask: step.mask ?? [],
        threshold_percent: step.threshold_percent ?? null,
      };
    case "request":
      return toRequestStep(step, common);
    default:
      return { ...step, ...common };
  }
}

type CommonFields = {
  name: string;
  timeout_ms: number;
  screenshot: boolean;
  continue_on_failure: boolean;
  always_run: boolean;
};

/** Flattens the fields of an API step and converts its timeout from seconds to milliseconds. */
function toRequestStep(step: RequestInput, common: CommonFields) {
  const { timeout, ...request } = apiStepInput.parse(apiFieldsOf(step));
  return { ...request, ...common, action: step.action, timeout_ms: step.timeout_ms ?? timeout * 1_000 };
}

/** Returns a readable name for a step without a name. */
function defaultName(step: StepInput): string {
  return `${step.action.replaceAll("_", " ")} ${subjectOf(step)}`.trim().slice(0, NAME_LENGTH_MAX);
}

function subjectOf(step: StepInput): string {
  switch (step.action) {
    case "goto":
      return step.url;
    case "press":
      return step.key;
    case "wait_for":
      return step.selector ?? step.url ?? step.load_state ?? `${step.milliseconds} ms`;
    case "expect_url":
    case "expect_title":
      return String(step.value ?? "");
    case "screenshot":
      return step.label;
    case "request":
      return `${step.method ?? "GET"} ${step.url.split(/[?#]/, 1)[0]}`;
    case "set_variable":
      return step.variable;
    default:
      return step.selector;
  }
}

/** Computes the decoded size without decoding. */
function base64Bytes(encoded: string): number {
  return (encoded.length / 4) * 3 - (encoded.endsWith("==") ? 2 : encoded.endsWith("=") ? 1 : 0);
}

const { timeout: _seconds, ...requestFields } = apiStepSchema.shape;

/** A step in a response: the fields that its action has. */
export const journeyStepSchema = z
  .object({
    action: z.enum(stepInput.options.map(({ shape }) => shape.action.value)),
    name: z.string(),
    timeout_ms: z.number(),
    screenshot: z.boolean(),
    continue_on_failure: z.boolean(),
    always_run: z.boolean(),
    ...z.object(requestFields).omit({ name: true, continue_on_failure: true, always_run: true }).partial()
      .shape,
    url: z.string().nullable().optional(),
    selector: z.string().nullable().optional(),
    value: z.string().nullable().optional(),
    key: z.string().optional(),
    content_base64: z.string().optional(),
    load_state: z.enum(LOAD_STATES).nullable().optional(),
    milliseconds: z.number().nullable().optional(),
    operator: z.enum(OPERATORS).optional(),
    attribute: z.string().optional(),
    label: z.string().optional(),
    full_page: z.boolean().optional(),
    compare: z.boolean().optional(),
    mask: z.array(z.string()).optional(),
    threshold_percent: z.number().nullable().optional(),
    variable: z.string().optional(),
    from: z
      .union([
        z.object({ selector: z.string(), attribute: z.string().nullable() }),
        z.object({ value: z.string() }),
      ])
      .optional(),
    secret: z.string().optional(),
  })
  .meta({ id: "JourneyStep" });
