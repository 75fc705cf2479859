import { z } from "zod";
import { apiStepInput, apiStepSchema, variableNameSchema } from "../api-monitors/api-steps.ts";
import { OPERATORS, operatorSchema } from "../assertions/assertions.ts";
import { type Expectation, expectedFaults, expectedOf } from "./journey-expectations.ts";

/**
 * One declarative step of a journey, as a request carries it and as answers do: data that our own
 * interpreter runs, never code. Source: decisions.md, section 5.
 */

export const STEP_TIMEOUT_MS_DEFAULT = 10_000;
const STEP_TIMEOUT_MS_MAX = 600_000;
const WAIT_MS_MAX = 30_000;
const UPLOAD_BYTES_MAX = 262_144;
const MASKS_MAX = 20;
const NAME_LENGTH_MAX = 200;

const selector = z.string().min(1, "is needed").max(2_000).meta({
  description: 'As Playwright has them: role=button[name="Pay"], text=…, css, data-testid=…',
});
const text = z.string().max(65_536);
const address = z.string().min(1, "is needed").max(8_192);
const label = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, "must be letters, digits, spaces and . _ -, at most 100");

const commonInput = {
  name: z.string().trim().max(NAME_LENGTH_MAX).nullish().meta({ description: "Default: what it does" }),
  timeout_ms: z.number().int().min(100).max(STEP_TIMEOUT_MS_MAX).nullish().meta({
    description: "For this step alone",
    default: STEP_TIMEOUT_MS_DEFAULT,
  }),
  screenshot: z.boolean().nullish().meta({
    description: "A picture of the page after the step; one is always taken when it fails",
    default: false,
  }),
  continue_on_failure: z.boolean().nullish().meta({
    description: "The steps behind it run though it failed; the run fails all the same",
    default: false,
  }),
  always_run: z.boolean().nullish().meta({
    description: "Runs after a failure too: for cleaning up",
    default: false,
  }),
};

const expectedInput = {
  operator: operatorSchema.nullish().meta({ description: "Default: contains for text, else equals" }),
  value: z.union([z.string().max(10_000), z.number(), z.boolean()]).nullish(),
};

/** A step of one action: its fields beside the common ones, checked, then with its defaults in place. */
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

/** Of an API step; `timeout_ms` is the name that all steps of a journey have for its time. */
const requestInput = apiStepInput.in.shape;

const stepInput = z.discriminatedUnion("action", [
  action("goto", { url: address }),
  action("click", { selector }),
  action("double_click", { selector }),
  action("hover", { selector }),
  action("check", { selector }),
  action("uncheck", { selector }),
  action("fill", { selector, value: text }),
  action("select_option", { selector, value: text }),
  action("press", { key: z.string().min(1, "is needed").max(100), selector: selector.nullish() }),
  z.strictObject({
    action: z.literal("upload"),
    ...commonInput,
    selector,
    name: z
      .string()
      .trim()
      .min(1, "is needed")
      .max(NAME_LENGTH_MAX)
      .meta({ description: "The file's name, which is the step's too" }),
    content_base64: z
      .base64("must be base64")
      .refine(
        (encoded) => base64Bytes(encoded) <= UPLOAD_BYTES_MAX,
        `must be at most ${UPLOAD_BYTES_MAX} bytes`,
      ),
  }),
  action("wait_for", {
    selector: selector.nullish(),
    url: address.nullish(),
    load_state: z.enum(LOAD_STATES).nullish(),
    milliseconds: z.number().int().min(0).max(WAIT_MS_MAX).nullish(),
  }),
  action("expect_visible", { selector }),
  action("expect_hidden", { selector }),
  expectation("expect_text", { selector }),
  expectation("expect_value", { selector }),
  expectation("expect_count", { selector }),
  expectation("expect_attribute", { selector, attribute: z.string().min(1, "is needed").max(200) }),
  expectation("expect_url", {}),
  expectation("expect_title", {}),
  action("screenshot", {
    label,
    full_page: z.boolean().nullish(),
    selector: selector.nullish(),
    compare: z.boolean().nullish().meta({ description: "Compares it with the journey's baseline" }),
    mask: z.array(selector).max(MASKS_MAX).nullish(),
    threshold_percent: z.number().min(0).max(100).nullish().meta({
      description: "A difference above it fails the step; without it the difference is only recorded",
    }),
  }),
  z.strictObject({ ...requestInput, action: z.literal("request"), ...commonInput }),
  action("set_variable", { variable: variableNameSchema, from: fromInput }),
  action("totp", { selector, secret: z.string().min(1, "is needed").max(1_000) }),
]);
type StepInput = z.output<typeof stepInput>;

type RequestInput = Extract<StepInput, { action: "request" }>;
type StepFault = { field: string; message: string };

function stepFaults(step: StepInput): StepFault[] {
  switch (step.action) {
    case "expect_text":
    case "expect_value":
    case "expect_count":
    case "expect_attribute":
    case "expect_url":
    case "expect_title":
      return expectedFaults(step.action, step);
    case "wait_for": {
      const given = [step.selector, step.url, step.load_state, step.milliseconds].filter(
        (wait) => wait != null,
      );
      if (given.length === 1) return [];
      const message = "give exactly one of selector, url, load_state and milliseconds";
      return [{ field: "selector", message }];
    }
    case "screenshot":
      return screenshotFaults(step);
    case "request":
      return requestFaults(step);
    default:
      return [];
  }
}

/** What is wrong across the fields of an API step; what is wrong with one of them was told already. */
function requestFaults(step: RequestInput): StepFault[] {
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

function screenshotFaults(step: Extract<StepInput, { action: "screenshot" }>): StepFault[] {
  const faults: StepFault[] = [];
  if (step.full_page && step.selector) {
    faults.push({ field: "full_page", message: "does not go together with a selector; leave one out" });
  }
  if (step.threshold_percent != null && !step.compare) {
    faults.push({ field: "threshold_percent", message: "needs compare: true" });
  }
  return faults;
}

/** A step with every fault told at its field; becomes what is stored. */
export const journeyStepInput = stepInput
  .superRefine((step, ctx) => {
    for (const { field, message } of stepFaults(step)) {
      ctx.addIssue({ code: "custom", path: [field], message });
    }
  })
  .transform(toStored);

/** A step with its defaults in place: as it is stored, answered and run. */
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

/** The fields of an API step at the same level, its own seconds as the step's milliseconds. */
function toRequestStep(step: RequestInput, common: CommonFields) {
  const { timeout, ...request } = apiStepInput.parse(apiFieldsOf(step));
  return { ...request, ...common, action: step.action, timeout_ms: step.timeout_ms ?? timeout * 1_000 };
}

/** What a person would call the step, who gave it no name. */
function defaultName(step: StepInput): string {
  return `${step.action.replaceAll("_", " ")} ${objectOf(step)}`.trim().slice(0, NAME_LENGTH_MAX);
}

function objectOf(step: StepInput): string {
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

/** Without building the bytes. */
function base64Bytes(encoded: string): number {
  return (encoded.length / 4) * 3 - (encoded.endsWith("==") ? 2 : encoded.endsWith("=") ? 1 : 0);
}

const { timeout: _seconds, ...requestFields } = apiStepSchema.shape;

/** A step as answers carry it: every field that its action has. */
export const journeyStepSchema = z
  .object({
    action: z.enum(stepInput.options.map(({ shape }) => shape.action.value)),
    name: z.string(),
    timeout_ms: z.number(),
    screenshot: z.boolean(),
    continue_on_failure: z.boolean(),
    always_run: z.boolean(),
    ...z.object(requestFields).omit({ name: true, continue_on_failure: true }).partial().shape,
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
