import { ApiError } from "../../../api/api-error.ts";
import type { Schema } from "../../../api/client.ts";
import { takesProperty, takesValue } from "../../../features/runs/assertion-labels.ts";
import { completeUrl } from "../../../format.ts";

/**
 * State of the API monitor form: unfinished fields are text. Pure. Converts to a request body, and throws invalid input in the server's error format.
 */

type ApiMonitor = Schema<"ApiMonitor">;
type Body = Schema<"ApiMonitorCreate">;
type Step = ApiMonitor["steps"][number];
type StepBody = Body["steps"][number];

export type AssertionDraft = Omit<Step["assertions"][number], "property" | "value"> & {
  key: number;
  property: string;
  value: string;
};
export type ExtractionDraft = Step["extract"][number] & { key: number };
export type AuthDraft = {
  type: "none" | "basic" | "bearer";
  username: string;
  password: string;
  token: string;
};

export type ApiStepDraft = Pick<
  Step,
  "name" | "method" | "url" | "headers" | "query" | "follow_redirects" | "verify_tls" | "continue_on_failure"
> & {
  /** Stable key while steps move. */
  key: number;
  bodyKind: "none" | "text" | "json";
  body: string;
  auth: AuthDraft;
  timeout: string;
  assertions: readonly AssertionDraft[];
  extract: readonly ExtractionDraft[];
};

export type Draft = Pick<ApiMonitor, "name" | "description" | "tags" | "variables"> & {
  parents: readonly string[];
  locations: readonly string[];
  interval: string;
  timeout: string;
  max_retries: string;
  steps: readonly ApiStepDraft[];
};

let lastKey = 0;
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}

export function newStep(): ApiStepDraft {
  return {
    key: newKey(),
    name: "",
    method: "GET",
    url: "",
    headers: {},
    query: {},
    bodyKind: "none",
    body: "",
    auth: { type: "none", username: "", password: "", token: "" },
    timeout: "30",
    follow_redirects: true,
    verify_tls: true,
    continue_on_failure: false,
    assertions: [{ key: newKey(), type: "status_code", operator: "equals", property: "", value: "200" }],
    extract: [],
  };
}

export function newApiMonitorDraft(): Draft {
  return {
    name: "",
    description: "",
    tags: [],
    parents: [],
    variables: {},
    locations: ["default"],
    interval: "60",
    timeout: "60",
    max_retries: "1",
    steps: [newStep()],
  };
}

export function apiMonitorDraft(monitor: ApiMonitor): Draft {
  const { name, description, tags, parents, variables, locations, interval, timeout, max_retries, steps } =
    monitor;
  return {
    name,
    description,
    tags,
    parents,
    variables,
    locations,
    interval: String(interval),
    timeout: String(timeout),
    max_retries: String(max_retries),
    steps: steps.map(stepDraftOf),
  };
}

function stepDraftOf({ body, auth, timeout, assertions, extract, ...step }: Step): ApiStepDraft {
  const bodyKind = body === null || body === undefined ? "none" : typeof body === "string" ? "text" : "json";
  return {
    ...step,
    key: newKey(),
    bodyKind,
    body: bodyKind === "json" ? JSON.stringify(body, null, 2) : bodyKind === "text" ? String(body) : "",
    auth: { type: "none", username: "", password: "", token: "", ...auth },
    timeout: String(timeout),
    assertions: assertions.map(({ property, value, ...rest }) => ({
      ...rest,
      key: newKey(),
      property: property ?? "",
      value: value === null ? "" : textOfValue(value),
    })),
    extract: extract.map((one) => ({ ...one, key: newKey() })),
  };
}

/** Returns a copy of the step with a unique name. */
export function copyOfStep(step: ApiStepDraft): ApiStepDraft {
  const assertions = step.assertions.map((one) => ({ ...one, key: newKey() }));
  const extract = step.extract.map((one) => ({ ...one, key: newKey() }));
  return { ...step, key: newKey(), name: step.name && `${step.name} (copy)`, assertions, extract };
}

/** Throws an `ApiError` with every invalid field. */
export function apiMonitorBody(draft: Draft): Body {
  const details: { path: string; message: string }[] = [];
  const numberOf = (path: string, text: string) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) details.push({ path, message: "must be a number" });
    return value;
  };
  const jsonOf = (path: string, text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      details.push({
        path,
        message: `must be JSON: ${error instanceof Error ? error.message : "it is not"}`,
      });
      return null;
    }
  };
  const body: Body = {
    name: draft.name,
    description: draft.description,
    tags: draft.tags,
    parents: [...draft.parents],
    variables: draft.variables,
    locations: [...draft.locations],
    interval: numberOf("interval", draft.interval),
    timeout: numberOf("timeout", draft.timeout),
    max_retries: numberOf("max_retries", draft.max_retries),
    steps: draft.steps.map((step, index): StepBody => {
      const { key: _key, bodyKind, auth, ...rest } = step;
      return {
        ...rest,
        url: step.url.startsWith("{{") ? step.url.trim() : completeUrl(step.url),
        body:
          bodyKind === "none"
            ? null
            : bodyKind === "text"
              ? step.body
              : jsonOf(`steps.${index}.body`, step.body),
        auth: authOf(auth),
        timeout: numberOf(`steps.${index}.timeout`, step.timeout),
        assertions: step.assertions.map(assertionOf),
        extract: step.extract.map(({ key: _, ...one }) => one),
      };
    }),
  };
  if (details.length > 0) throw new ApiError("BAD_REQUEST", "Some fields are invalid.", details);
  return body;
}

function authOf({ type, username, password, token }: AuthDraft): Step["auth"] {
  if (type === "basic") return { type, username, password };
  return type === "bearer" ? { type, token } : null;
}

function assertionOf({ type, operator, property, value }: AssertionDraft) {
  return {
    type,
    operator,
    property: takesProperty(type) ? property : null,
    value: takesValue(operator) ? comparableOf(type, value) : null,
  };
}

/** JSON values are typed: `5` is a number, `"5"` a string, and text that is not JSON is a string too. */
function comparableOf(type: AssertionDraft["type"], text: string): string | number | boolean {
  if (type !== "json_path") return text;
  const value = plainJson(text);
  return value ?? text;
}

export function textOfValue(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  return plainJson(value) === null ? value : JSON.stringify(value);
}

function plainJson(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
  } catch {
    // Most values are plain text.
    return null;
  }
}
