import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { type AuthDraft, authBody, authDraft } from "../../../features/steps/auth-draft.ts";
import {
  type ResponseCheckDrafts,
  responseCheckDrafts,
  responseChecksBody,
} from "../../../features/steps/response-check-drafts.ts";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { newKey } from "../../../new-key.ts";
import { ACTIONS } from "./step-actions.ts";

type Values = Readonly<Record<string, unknown>>;

/** State of the step form: it can be incomplete, and keeps fields that the form does not show. */
export type StepDraft = { key: number; action: JourneyAction; values: Values };

export function newStepDraft(action: JourneyAction, values: Values = {}): StepDraft {
  return { key: newKey(), action, values: { ...BEGINNINGS[action], ...values } };
}

/** The server's defaults, so that the form can show them. */
const BEGINNINGS: Partial<Record<JourneyAction, Values>> = {
  expect_text: { operator: "contains" },
  expect_value: { operator: "equals" },
  expect_count: { operator: "equals" },
  expect_attribute: { operator: "equals" },
  expect_url: { operator: "equals" },
  expect_title: { operator: "equals" },
  request: {
    method: "GET",
    follow_redirects: true,
    verify_tls: true,
    auth: authDraft(null),
    assertions: [],
    extract: [],
  },
  set_variable: { from: { selector: "", attribute: null } },
};

/** Creates it from a stored or converted step. */
export function stepDraft(step: { action: JourneyAction } & Values): StepDraft {
  const { action, ...values } = step;
  const draft = newStepDraft(action, {
    ...values,
    ...(action === "request" && draftsOfRequest(values as Pick<ApiStep, "auth" | "assertions" | "extract">)),
  });
  return hasOwnName(draft) ? draft : { ...draft, values: { ...draft.values, name: "" } };
}

type RequestDrafts = ResponseCheckDrafts & { auth: AuthDraft };

function draftsOfRequest(step: Pick<ApiStep, "auth" | "assertions" | "extract">): RequestDrafts {
  return { ...responseCheckDrafts(step), auth: authDraft(step.auth) };
}

/** Returns the authentication, assertions and extractions of a request. Only this module writes these values. */
export function requestDrafts(values: Values): RequestDrafts {
  return values as RequestDrafts;
}

/** A generated name would be wrong after a change of the step. */
function hasOwnName({ action, values }: StepDraft): boolean {
  const name = String(values.name ?? "").replace(/ \(\d+\)$/, "");
  return action === "upload" || (name !== "" && name !== summaryOf({ action, values }));
}

export function withAction(draft: StepDraft, action: JourneyAction): StepDraft {
  const kept = new Set([...COMMON, ...ACTIONS[action].fields.map(({ name }) => name)]);
  kept.delete("operator");
  const values = Object.fromEntries(Object.entries(draft.values).filter(([name]) => kept.has(name)));
  return { ...newStepDraft(action, values), key: draft.key };
}

const COMMON = ["name", "timeout_ms", "screenshot", "continue_on_failure", "always_run"];

/** Returns the request body: empty fields are omitted unless required, so that the server reports them. */
export function inputOf({ action, values }: StepDraft): { action: JourneyAction } & Values {
  const optional = new Set(ACTIONS[action].fields.flatMap((field) => (field.isOptional ? [field.name] : [])));
  const needed = ACTIONS[action].fields.filter(
    ({ kind, isOptional }) => (kind === "line" || kind === "selector") && !isOptional,
  );
  const given = Object.entries(values).map(([name, value]) => [
    name,
    value === "" && optional.has(name) ? null : value,
  ]);
  return {
    ...Object.fromEntries(needed.map(({ name }) => [name, ""])),
    ...Object.fromEntries(given),
    ...(action === "request" && {
      ...responseChecksBody(requestDrafts(values)),
      auth: authBody(requestDrafts(values).auth),
    }),
    action,
  };
}

/** Returns the name of the step, or its action and what that is about. */
export function titleOf(draft: StepDraft): string {
  return String(draft.values.name || stepTitle(summaryOf(draft)));
}

/** Returns the default name of the step, as the server does. */
export function summaryOf({ action, values }: Pick<StepDraft, "action" | "values">): string {
  return `${action.replaceAll("_", " ")} ${objectOf(action, values)}`.trim();
}

function objectOf(action: JourneyAction, values: Values): string {
  const text = (name: string) => String(values[name] ?? "");
  switch (action) {
    case "goto":
      return text("url");
    case "press":
      return text("key");
    case "wait_for":
      return text("selector") || text("url") || text("load_state") || `${text("milliseconds")} ms`;
    case "expect_url":
    case "expect_title":
      return text("value");
    case "screenshot":
      return text("label");
    case "request":
      return `${text("method") || "GET"} ${text("url").split(/[?#]/, 1)[0]}`;
    case "set_variable":
      return text("variable");
    default:
      return text("selector");
  }
}

export function moved(drafts: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const draft = drafts[from];
  if (!draft || to < 0 || to >= drafts.length) return [...drafts];
  return drafts.toSpliced(from, 1).toSpliced(to, 0, draft);
}
