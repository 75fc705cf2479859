import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";
import type { RunSpec } from "@vedette/contract/runs/run-job.ts";
import { createMasker } from "../../../platform/masking/mask.ts";
import { createBoundedCache } from "../assertions/bounded-cache.ts";
import type { Evaluation } from "../assertions/evaluate.ts";
import type { Show } from "../show.ts";
import { storableText } from "../storable-text.ts";

/** The `Show` of an attempt, which may learn of further secrets: credentials made or issued during it. */
export type AttemptShow = Show & { alsoHide(credential: string): void };

export function createShow({ values, secretNames }: Pick<RunSpec, "values" | "secretNames">): AttemptShow {
  const hidden = new Set(secretNames.map((name) => values[name] ?? ""));
  let hide = hidden.size === 0 ? null : maskers(JSON.stringify([...hidden]));
  const show: Show = (text, lengthMax) =>
    storableText(hide ? hide(text, lengthMax) : text.slice(0, lengthMax));
  return Object.assign(show, {
    alsoHide(credential: string) {
      if (hidden.has(credential)) return;
      hidden.add(credential);
      hide = createMasker([...hidden]);
    },
  });
}

/**
 * For the API monitors in flight, which use the same secrets repeatedly; a masker takes about 15 µs to
 * create.
 */
const MASKERS_MAX = 200;
const maskers = createBoundedCache(MASKERS_MAX, (secrets) => createMasker(JSON.parse(secrets) as string[]));

/** Does the same for all assertions of a step. */
export function shownEvaluation(evaluation: Evaluation, show: Show): Evaluation {
  return { ...evaluation, outcomes: evaluation.outcomes.map((outcome) => shownAssertion(outcome, show)) };
}

/**
 * Returns the assertion and its actual value for display; a number or boolean that is a secret is masked,
 * too.
 */
function shownAssertion(outcome: AssertionOutcome, show: Show): AssertionOutcome {
  return {
    ...outcome,
    property: outcome.property === null ? null : show(outcome.property),
    value: shownValue(outcome.value, show),
    actual: shownScalar(outcome.actual, show),
  };
}

function shownValue(value: AssertionOutcome["value"], show: Show): AssertionOutcome["value"] {
  if (Array.isArray(value)) return value.map((each) => shownScalar(each, show));
  return typeof value === "object" ? value : shownScalar(value, show);
}

function shownScalar<T extends string | number | boolean | null>(value: T, show: Show): T | string {
  if (value === null) return value;
  const text = String(value);
  const shown = show(text);
  return shown === text ? value : shown;
}
