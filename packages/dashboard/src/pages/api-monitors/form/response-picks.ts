import type { AssertionDraft } from "../../../features/assertions/assertion-draft.ts";
import { formatValue } from "../../../features/assertions/assertion-value.ts";
import type { ExtractionDraft } from "../../../features/steps/response-check-drafts.ts";
import { newKey } from "../../../new-key.ts";
import type { ApiStepDraft } from "./draft.ts";
import type { PickedValue } from "./json-lines.ts";

/** Creates an assertion or extraction from a clicked value of a response. Pure. */

export type Pick =
  | { source: "status_code"; status: number }
  | { source: "response_time"; ms: number }
  | { source: "header"; name: string; text: string }
  | { source: "json_path"; picked: PickedValue };

/** Mask of a secret in responses. Source: platform/masking/mask.ts of the server. */
const MASK = "••••";
/** For a longer text, only its existence is asserted. */
const TEXT_LENGTH_MAX = 200;
/** Margin for response times, so that a normal slow response passes. */
const TIME_ROOM = 3;
const TIME_ROUND_MS = 500;

type Wanted = Omit<AssertionDraft, "key" | "stored">;

export function assertionOf(pick: Pick): Wanted {
  switch (pick.source) {
    case "status_code":
      return { type: "status_code", operator: "equals", property: "", value: String(pick.status) };
    case "response_time": {
      const bound = Math.max(1, Math.ceil((pick.ms * TIME_ROOM) / TIME_ROUND_MS)) * TIME_ROUND_MS;
      return { type: "response_time", operator: "less_than", property: "", value: String(bound) };
    }
    case "header":
      return isRepeatable(pick.text)
        ? { type: "header", operator: "equals", property: pick.name, value: pick.text }
        : { type: "header", operator: "exists", property: pick.name, value: "" };
    case "json_path":
      return ofJson(pick.picked);
  }
}

function ofJson({ path, kind, value }: PickedValue): Wanted {
  const of = { type: "json_path", property: path, value: "" } as const;
  if (kind === "filled") return { ...of, operator: "is_not_empty" };
  if (kind === "empty") return { ...of, operator: "is_empty" };
  if (kind === "null") return { ...of, operator: "equals", value: "null" };
  if (typeof value === "string" && !isRepeatable(value)) return { ...of, operator: "exists" };
  return { ...of, operator: "equals", value: formatValue({ type: "json_path", operator: "equals", value }) };
}

/** Neither masked, nor a template, nor too long for an exact comparison. */
function isRepeatable(text: string): boolean {
  return !text.includes(MASK) && !text.includes("{{") && text.length <= TEXT_LENGTH_MAX && text !== "";
}

/** Returns an extraction with a unique name, or null if nothing can be extracted. */
export function extractionOf(
  pick: Pick,
  steps: readonly ApiStepDraft[],
): Omit<ExtractionDraft, "key"> | null {
  const taken = new Set(steps.flatMap(({ extract }) => extract.map(({ name }) => name)));
  const named = (preferredName: string) => freeName(preferredName, taken);
  switch (pick.source) {
    case "response_time":
      return null;
    case "status_code":
      return { name: named("status"), source: "status_code", expression: "" };
    case "header":
      return { name: named(pick.name), source: "header", expression: pick.name };
    case "json_path": {
      const { path, kind } = pick.picked;
      if (kind === "null") return null;
      return { name: named(lastName(path)), source: "json_path", expression: path };
    }
  }
}

/** `$.user.ids[0]` gives ids_0. */
function lastName(path: string): string {
  return /([^.[\]"$]+)"?\]?((?:\[\d+\])*)$/.exec(path)?.slice(1).join("_") ?? "value";
}

const NAME_LENGTH_MAX = 50;

function freeName(preferredName: string, taken: ReadonlySet<string>): string {
  const words = preferredName.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const name = (/^[A-Za-z]/.test(words) ? words : `value_${words}`)
    .slice(0, NAME_LENGTH_MAX)
    .replace(/_+$/, "");
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(free)) return free;
  }
}

/** An assertion with the same source and operator gets the new value, because two would contradict each other. */
export function withAssertion(
  assertions: readonly AssertionDraft[],
  wanted: Wanted,
): readonly AssertionDraft[] {
  const isSame = ({ type, operator, property }: Wanted) =>
    type === wanted.type && operator === wanted.operator && property === wanted.property;
  if (!assertions.some(isSame)) return [...assertions, { ...wanted, key: newKey() }];
  return assertions.map((one) => (isSame(one) ? { ...one, value: wanted.value } : one));
}

/** An existing extraction keeps its name. */
export function withExtraction(
  extract: readonly ExtractionDraft[],
  wanted: Omit<ExtractionDraft, "key">,
): readonly ExtractionDraft[] {
  const isThere = extract.some(
    ({ source, expression }) => source === wanted.source && expression === wanted.expression,
  );
  return isThere ? extract : [...extract, { ...wanted, key: newKey() }];
}
