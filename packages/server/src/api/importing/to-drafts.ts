import type { ApiMonitorDraft, ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { API_STEPS_MAX, apiMonitorCreate } from "@vedette/contract/api-monitors/api-monitors.ts";
import { textsIn } from "@vedette/contract/api-monitors/api-step-texts.ts";
import { type ApiStep, STEP_NAME_LENGTH_MAX } from "@vedette/contract/api-monitors/api-steps.ts";
import { templateNames } from "@vedette/contract/variables/template.ts";
import { numberNames } from "./number-names.ts";
import type { ImportContext } from "./request-draft.ts";
import { isSecretName } from "./secret-names.ts";

/** The steps of one future API monitor, before they are split by the maximum number of steps. */
export type DraftGroup = {
  name: string;
  description: string;
  steps: readonly ApiStep[];
  variables: Record<string, string>;
};

const NAME_LENGTH_MAX = 200;
/** Maximum number of reported errors of a draft. */
const ERRORS_MAX = 5;
const DESCRIPTION_LENGTH_MAX = 2_000;
const VARIABLES_MAX = 100;
const VALUE_LENGTH_MAX = 65_536;
/** Seconds of a run's timeout for each step, up to the maximum of a run. */
const STEP_SECONDS = 10;
const RUN_SECONDS = { min: 60, max: 300 };

/** Returns drafts that `POST /api-monitors` accepts unchanged, of at most 50 steps each. */
export function toDrafts(groups: readonly DraftGroup[], context: ImportContext): ApiMonitorDraft[] {
  const drafts = groups.flatMap((group) => {
    const parts = partsOf(group, context);
    return parts.flatMap((steps, index) => {
      const end = parts.length === 1 ? "" : ` (${index + 1} of ${parts.length})`;
      const name = `${group.name.slice(0, NAME_LENGTH_MAX - end.length)}${end}`;
      return toDraft({ ...group, steps, name }, context) ?? [];
    });
  });
  return numberNames(drafts, NAME_LENGTH_MAX);
}

function partsOf({ name, steps }: DraftGroup, { notes }: ImportContext): ApiStep[][] {
  const parts: ApiStep[][] = [];
  for (let at = 0; at < steps.length; at += API_STEPS_MAX) parts.push(steps.slice(at, at + API_STEPS_MAX));
  if (parts.length > 1) {
    const why = `An API monitor has at most ${API_STEPS_MAX} steps: cookies and extracted values do not pass from one to the next`;
    notes.add({ where: name, what: `${steps.length} steps in one API monitor`, why });
  }
  return parts;
}

/** Whether a request may change something at its target. Such a monitor is created paused. */
export function isWriting({ method }: Pick<ApiStep, "method">): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** Returns null, with a note, if the contract rejects it. */
function toDraft(group: DraftGroup, context: ImportContext): ApiMonitorDraft | null {
  const { steps } = group;
  const scrubbed = numberNames(
    steps.map((step) => scrubStep(step, (text) => context.variables.scrub(text))),
    STEP_NAME_LENGTH_MAX,
  );
  const seconds = Math.min(RUN_SECONDS.max, Math.max(RUN_SECONDS.min, steps.length * STEP_SECONDS));
  const variables = variablesOf(group, scrubbed, context);
  const missing = needUnknown(scrubbed, variables, context);
  const { data: draft, error } = apiMonitorCreate.safeParse({
    name: context.variables.scrub(storable(group.name)).trim().slice(0, NAME_LENGTH_MAX) || "Imported",
    description: context.variables.scrub(storable(group.description)).slice(0, DESCRIPTION_LENGTH_MAX),
    timeout: seconds,
    enabled: !missing && !scrubbed.some(isWriting),
    variables,
    steps: scrubbed,
  });
  if (error) {
    const errors = error.issues
      .slice(0, ERRORS_MAX)
      .map(({ path, message }) => `${path.join(".")} ${message}`);
    context.notes.add({ where: group.name, what: "The API monitor", why: errors.join("; ") });
    return null;
  }
  return {
    name: draft.name,
    description: draft.description ?? "",
    interval: draft.interval,
    timeout: draft.timeout,
    locations: draft.locations,
    enabled: draft.enabled,
    max_retries: draft.max_retries,
    tags: draft.tags ?? [],
    variables: draft.variables ?? {},
    steps: draft.steps,
  };
}

/** Returns the group's variables that its steps use. */
function variablesOf(
  group: DraftGroup,
  steps: readonly ApiStep[],
  { notes, variables }: ImportContext,
): Record<string, string> {
  const named = new Set(steps.flatMap(namesInStep));
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(group.variables)) {
    if (!named.has(name)) continue;
    if (kept.length === VARIABLES_MAX || value.length > VALUE_LENGTH_MAX) {
      const why = `An API monitor has at most ${VARIABLES_MAX} of at most ${VALUE_LENGTH_MAX} characters`;
      notes.addTo({ where: group.name, what: "Variables", why }, name);
    } else kept.push([name, variables.scrub(storable(value))]);
  }
  return Object.fromEntries(kept);
}

/** Lists the variables that must be created in the organization; true if there are any. */
function needUnknown(
  steps: readonly ApiStep[],
  own: Record<string, string>,
  { variables }: ImportContext,
): boolean {
  const known = new Set(Object.keys(own));
  let missing = false;
  for (const step of steps) {
    for (const name of namesInStep(step)) {
      if (known.has(name)) continue;
      missing = true;
      const why = "The document names it and holds no value for it";
      variables.need({ name, is_secret: isSecretName(name), why });
    }
    for (const { name } of step.extract) known.add(name);
  }
  return missing;
}

function namesInStep({ url, headers, query, body, auth }: ApiStep): string[] {
  return textsIn([url, headers, query, body, auth]).flatMap(templateNames);
}

/**
 * Scrubs the texts of a step, except keywords of the contract: an example of a secret may be `status_code`.
 */
function scrubStep(step: ApiStep, scrub: (text: string) => string): ApiStep {
  const { method, auth, assertions, extract } = step;
  // Guarantee behind the casts: only texts are replaced, by texts, and the keywords are put back.
  const scrubbed = <T>(value: T) => scrubAll(value, scrub) as T;
  return {
    ...scrubbed(step),
    method,
    auth: auth && ({ ...scrubbed(auth), type: auth.type } as ApiStep["auth"]),
    assertions: assertions.map((one) => ({ ...scrubbed(one), type: one.type, operator: one.operator })),
    extract: extract.map((one) => ({ ...scrubbed(one), name: one.name, source: one.source })),
  };
}

/** Scrubs every text of a value; field names stay. */
function scrubAll(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === "string") return scrub(storable(value));
  if (Array.isArray(value)) return value.map((item) => scrubAll(item, scrub));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storable(name), scrubAll(inner, scrub)]),
  );
}

/** PostgreSQL stores neither U+0000 nor an unpaired surrogate. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

export function scrubNotes(
  notes: ApiMonitorImport["not_imported"],
  scrub: (text: string) => string,
): ApiMonitorImport["not_imported"] {
  return notes.map(({ where, what, why }) => ({ where: scrub(where), what: scrub(what), why: scrub(why) }));
}
