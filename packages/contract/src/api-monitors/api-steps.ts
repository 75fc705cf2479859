import { z } from "zod";
import { jsonPathError, patternError } from "../assertions/assertion-syntax.ts";
import { ASSERTIONS_MAX, assertionSchema, httpAssertionInput } from "../assertions/assertions.ts";
import { httpAuthSchema } from "../checks/http-auth.ts";
import { headerErrors, urlError } from "../common/http-rules.ts";
import { isDeeper } from "../common/is-deeper.ts";
import { hasReference, referenceError, TEMPLATE_NAME } from "../variables/template.ts";
import { textsIn } from "./api-step-texts.ts";
import { EXTRACTION_SOURCES } from "./extractions.ts";
import { STEP_METHODS, stepBodyError } from "./step-methods.ts";

/** One request of an API monitor, in the form of a request body and of a response. */

export const STEP_BODY_INPUT_MAX = 262_144;
export const STEP_TIMEOUT_SECONDS_DEFAULT = 30;
/** Enough for real documents; bounds the recursion of code that walks a body. */
const BODY_DEPTH_MAX = 100;
export const STEP_NAME_LENGTH_MAX = 200;
const QUERY_MAX = 100;
const EXTRACTIONS_MAX = 50;
const VARIABLE_NAME = new RegExp(`^${TEMPLATE_NAME}$`);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const variableNameSchema = z
  .string()
  .regex(VARIABLE_NAME, "must be letters, digits and _, at most 64, and not start with a digit");

/** A text that may contain `{{NAME}}` references. Whether a name has a value is determined at run time. */
const templated = z.string().max(8_192).superRefine(addReferenceError);

function addReferenceError(text: string, ctx: z.RefinementCtx): void {
  const message = referenceError(text);
  if (message !== null) ctx.addIssue({ code: "custom", message });
}

const urlSchema = z
  .string()
  .max(8_192)
  .superRefine((text, ctx) => {
    const message = requestUrlError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ minLength: 1 });

function requestUrlError(text: string): string | null {
  if (text === "") return "is required";
  return referenceError(text) ?? (hasReference(text) ? null : urlError(text));
}

const headersSchema = z.record(z.string(), templated).superRefine((headers, ctx) => {
  for (const { path, message } of headerErrors(headers))
    ctx.addIssue({ code: "custom", path: path.split(".").slice(1), message });
});

const extractionShape = {
  name: variableNameSchema,
  source: z.enum(EXTRACTION_SOURCES),
  expression: z.string().max(1_000),
};

const extractionInput = z
  .strictObject({ ...extractionShape, expression: extractionShape.expression.nullish() })
  .superRefine(({ source, expression }, ctx) => {
    const message = expressionError(source, expression ?? "");
    if (message !== null) ctx.addIssue({ code: "custom", path: ["expression"], message });
  })
  .transform(({ expression, ...rest }) => ({ ...rest, expression: expression ?? "" }));

function expressionError(source: (typeof EXTRACTION_SOURCES)[number], expression: string): string | null {
  switch (source) {
    case "json_path":
      return jsonPathError(expression);
    case "body_regex":
      return expression === "" ? "is required: a pattern in RE2 syntax" : patternError(expression);
    case "header":
      return HEADER_NAME.test(expression) ? null : "must be a header name, such as location";
    case "status_code":
      return expression === "" ? null : "does not apply to 'status_code'; remove it";
  }
}

const bodySchema = z
  .unknown()
  .superRefine((body, ctx) => {
    const message = bodyValueError(body ?? null);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ description: "A string is sent as is; any other JSON value is sent as application/json" });

function bodyValueError(body: unknown): string | null {
  if (isDeeper(body, BODY_DEPTH_MAX)) return `must be nested at most ${BODY_DEPTH_MAX} levels deep`;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (text.length > STEP_BODY_INPUT_MAX) return `must be at most ${STEP_BODY_INPUT_MAX} characters long`;
  return (
    textsIn(body)
      .map(referenceError)
      .find((error) => error !== null) ?? null
  );
}

export const apiStepInput = z
  .strictObject({
    name: z
      .string()
      .trim()
      .max(STEP_NAME_LENGTH_MAX)
      .nullish()
      .meta({ description: "Unique within the API monitor; default: method and path" }),
    method: z.enum(STEP_METHODS).nullish().meta({ default: "GET" }),
    url: urlSchema,
    headers: headersSchema.nullish().meta({ description: "At most 50" }),
    query: z
      .record(z.string(), templated)
      .refine((query) => Object.keys(query).length <= QUERY_MAX, `must be at most ${QUERY_MAX}`)
      .nullish(),
    body: bodySchema.optional(),
    auth: httpAuthSchema.nullish(),
    timeout: z.number().min(0.1).max(300).nullish().meta({
      description: "Timeout of this step in seconds",
      default: STEP_TIMEOUT_SECONDS_DEFAULT,
    }),
    follow_redirects: z.boolean().nullish().meta({ default: true }),
    verify_tls: z.boolean().nullish().meta({ default: true }),
    assertions: z.array(httpAssertionInput).max(ASSERTIONS_MAX).nullish(),
    extract: z.array(extractionInput).max(EXTRACTIONS_MAX).nullish(),
    continue_on_failure: z.boolean().nullish().meta({ default: false }),
    always_run: z.boolean().nullish().meta({
      description: "Runs even after a failed step ended the run, to clean up",
      default: false,
    }),
  })
  .refine(allowsBody, {
    path: ["body"],
    error: ({ input }) => stepBodyError(methodOf(input)) ?? "",
    // Reported together with errors of single fields, so that one response lists them all.
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .transform((input) => ({
    name: input.name || defaultStepName(input.method ?? "GET", input.url),
    method: input.method ?? "GET",
    url: input.url,
    headers: input.headers ?? {},
    query: input.query ?? {},
    body: input.body ?? null,
    auth: input.auth ?? null,
    timeout: input.timeout ?? STEP_TIMEOUT_SECONDS_DEFAULT,
    follow_redirects: input.follow_redirects ?? true,
    verify_tls: input.verify_tls ?? true,
    assertions: input.assertions ?? [],
    extract: input.extract ?? [],
    continue_on_failure: input.continue_on_failure ?? false,
    always_run: input.always_run ?? false,
  }));

/** Runs even if fields are invalid, so it reads only the fields it needs. */
function allowsBody(step: { body?: unknown }): boolean {
  const { body } = step;
  return body === undefined || body === null || body === "" || stepBodyError(methodOf(step)) === null;
}

function methodOf(step: unknown): string {
  const method = typeof step === "object" && step !== null && "method" in step ? step.method : null;
  return typeof method === "string" ? method : "GET";
}

/** A step with defaults applied, as it is stored and returned. */
export type ApiStep = z.output<typeof apiStepInput>;
export type ApiStepInput = z.input<typeof apiStepInput>;

/** Returns the method and the path, or the URL without its query if it cannot be parsed. */
export function defaultStepName(method: string, url: string): string {
  const parsed = URL.parse(url);
  const path = parsed ? parsed.pathname : (url.split(/[?#]/, 1)[0] ?? "");
  return `${method} ${path}`.slice(0, STEP_NAME_LENGTH_MAX);
}

export const apiStepSchema = z.object({
  name: z.string(),
  method: z.enum(STEP_METHODS),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown().meta({ description: "A string, another JSON value, or null" }),
  auth: httpAuthSchema.nullable(),
  timeout: z.number().meta({ description: "Seconds" }),
  follow_redirects: z.boolean(),
  verify_tls: z.boolean(),
  assertions: z.array(assertionSchema),
  extract: z.array(z.object(extractionShape)),
  continue_on_failure: z.boolean(),
  always_run: z.boolean(),
});
