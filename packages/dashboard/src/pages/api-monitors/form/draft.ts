import type { ApiMonitor, ApiMonitorCreateInput } from "@vedette/contract/api-monitors/api-monitors.ts";
import { HTTP_ASSERTION_TYPES } from "@vedette/contract/assertions/assertion-rules.ts";
import { ApiError } from "../../../api/api-error.ts";
import { newAssertion } from "../../../features/assertions/assertion-draft.ts";
import { type AuthDraft, authBody, authDraft } from "../../../features/steps/auth-draft.ts";
import {
  type ResponseCheckDrafts,
  responseCheckDrafts,
  responseChecksBody,
} from "../../../features/steps/response-check-drafts.ts";
import {
  type AboutDraft,
  aboutBody,
  aboutDraft,
  EMPTY_ABOUT,
} from "../../../features/targets/fields/about-draft.ts";
import { completeUrl } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { newKey } from "../../../new-key.ts";

/**
 * State of the API monitor form: unfinished fields are text. Pure. Converts to a request body, and throws invalid input in the server's error format.
 */

type Body = ApiMonitorCreateInput;
type Step = ApiMonitor["steps"][number];
type StepBody = Body["steps"][number];

export type ApiStepDraft = Pick<
  Step,
  | "name"
  | "method"
  | "url"
  | "headers"
  | "query"
  | "follow_redirects"
  | "verify_tls"
  | "continue_on_failure"
  | "always_run"
> &
  ResponseCheckDrafts & {
    /** Stable key while steps move. */
    key: number;
    bodyKind: "none" | "text" | "json";
    body: string;
    auth: AuthDraft;
    timeout: string;
  };

export type Draft = AboutDraft &
  Pick<ApiMonitor, "name" | "variables"> & {
    tags: readonly string[];
    parents: readonly string[];
    locations: readonly string[];
    interval: string;
    timeout: string;
    max_retries: string;
    steps: readonly ApiStepDraft[];
  };

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
    auth: authDraft(null),
    timeout: "30",
    follow_redirects: true,
    verify_tls: true,
    continue_on_failure: false,
    always_run: false,
    assertions: [newAssertion(HTTP_ASSERTION_TYPES, [])],
    extract: [],
  };
}

export function newApiMonitorDraft(): Draft {
  return {
    name: "",
    ...EMPTY_ABOUT,
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
  const { name, tags, parents, variables, locations, interval, timeout, max_retries, steps } = monitor;
  return {
    ...aboutDraft(monitor),
    name,
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
    auth: authDraft(auth),
    timeout: String(timeout),
    ...responseCheckDrafts({ assertions, extract }),
  };
}

/** Returns a copy of the step with a unique name. */
export function copyOfStep(step: ApiStepDraft): ApiStepDraft {
  const assertions = step.assertions.map((one) => ({ ...one, key: newKey() }));
  const extract = step.extract.map((one) => ({ ...one, key: newKey() }));
  return {
    ...step,
    key: newKey(),
    name: step.name && t("{name} (copy)", { name: step.name }),
    assertions,
    extract,
  };
}

/** Throws an `ApiError` with every invalid field. */
export function apiMonitorBody(draft: Draft): Body {
  const details: { path: string; message: string }[] = [];
  const numberOf = (path: string, text: string) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) details.push({ path, message: t("must be a number") });
    return value;
  };
  const jsonOf = (path: string, text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      details.push({
        path,
        message: t("must be JSON: {reason}", {
          reason: error instanceof Error ? error.message : t("it is not"),
        }),
      });
      return null;
    }
  };
  const body: Body = {
    name: draft.name,
    ...aboutBody(draft),
    tags: [...draft.tags],
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
        auth: authBody(auth),
        timeout: numberOf(`steps.${index}.timeout`, step.timeout),
        ...responseChecksBody(step),
      };
    }),
  };
  if (details.length > 0) throw new ApiError("BAD_REQUEST", t("Some fields are invalid."), { details });
  return body;
}
