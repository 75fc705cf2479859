import type { AssertionType } from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { AssertionOutcome } from "@vedette/contract/checks/check-run.ts";
import { compileJsonPath } from "@vedette/contract/json-path/json-path.ts";
import { type JsonValue, StepBudgetSpent, spend } from "@vedette/contract/json-path/json-path-model.ts";
import { findViolation } from "@vedette/contract/json-schema/json-schema.ts";
import type { SchemaObject } from "@vedette/contract/json-schema/schema-model.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { type Masker, maskerOf } from "../../../platform/masking/mask.ts";
import { storableText } from "../storable-text.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { type Actual, compareValue, matchCost, matchesPattern, toText } from "./compare.ts";
import { createEvaluationBudget, type EvaluationBudget } from "./evaluation-budget.ts";

/**
 * Evaluates assertions. Pure: takes facts and returns verdicts. Must never know how the facts were fetched or
 * what the verdicts cause.
 */

export type AssertionFacts = {
  statusCode: number | null;
  responseMs: number;
  /** Names in lower case, as from `node:http`. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decoded text; null if no body was read, in which case no assertion about it passes. */
  bodyText: string | null;
  sslDaysLeft: number | null;
  ip: string | null;
  /** Such as 1.1 or 2. */
  httpVersion: string | null;
  /** Where the request was redirected to; null without a redirect. */
  redirectUrl: string | null;
  /**
   * What a kind of check found, by assertion type: absent or null if it is unknown, undefined if there is known to be no
   * value.
   */
  values?: AssertionValues;
};

export type AssertionValues = Readonly<Partial<Record<AssertionType, Actual | null>>>;

/** Maximum length of a text in an outcome, in characters. */
export const ACTUAL_LENGTH_MAX = 1_000;
const PATHS_MAX = 500;

export type Evaluation = {
  /** One per assertion, in order. */
  outcomes: AssertionOutcome[];
  /** The indexes of those that cost too much to evaluate. */
  costlyAt: number[];
  /** The parsed body; undefined if no assertion needed it, or it is not JSON. */
  document: JsonValue | undefined;
};

/**
 * An assertion whose value is unavailable (no response, no certificate, a body that is not JSON, a path or
 * pattern beyond the budget of one evaluation) does not pass and has `actual` null, with any operator. `hide`
 * masks texts before they are truncated.
 */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  facts: AssertionFacts,
  { clock, hide = maskerOf(undefined) }: { clock: Pick<Clock, "monotonic">; hide?: Masker },
): Evaluation {
  const work: EvaluationState = { json: null, budget: null, clock };
  const costlyAt: number[] = [];
  const outcomes = assertions.map((assertion, index) => {
    try {
      return evaluateOne(assertion, findActual(assertion, facts, work), { work, hide });
    } catch (error) {
      if (!(error instanceof StepBudgetSpent)) throw error;
      costlyAt.push(index);
      return unknown(assertion);
    }
  });
  return { outcomes, costlyAt, document: work.json?.found?.value };
}

/** `json` is null until a body is parsed, so that it is parsed once; `found` is null if it is not JSON. */
type EvaluationState = {
  json: { found: Parsed | null } | null;
  /** Created when an assertion first costs enough to be counted. */
  budget: EvaluationBudget | null;
  clock: Pick<Clock, "monotonic">;
};

function budget(work: EvaluationState): EvaluationBudget {
  work.budget ??= createEvaluationBudget(work.clock);
  return work.budget;
}

function unknown(assertion: Assertion): AssertionOutcome {
  return { ...assertion, actual: null, passed: false };
}

function evaluateOne(
  assertion: Assertion,
  found: Found | null,
  { work, hide }: { work: EvaluationState; hide: Masker },
): AssertionOutcome {
  if (!found) return unknown(assertion);
  const { actual } = found;
  if (assertion.type === "json_schema") return evaluateSchema(assertion, actual ?? null, { work, hide });
  payForComparison(assertion, actual, work);
  const compare = () => compareValue(assertion.operator, actual, assertion.value);
  const passed =
    assertion.operator === "matches"
      ? budget(work).search(matchCost(actual, String(assertion.value)), compare)
      : compare();
  return { ...assertion, actual: toScalar(actual, hide), passed };
}

/** `actual` is the first violation. */
function evaluateSchema(
  assertion: Assertion,
  document: JsonValue,
  { work, hide }: { work: EvaluationState; hide: Masker },
): AssertionOutcome {
  const { steps, search } = budget(work);
  const violation = findViolation(document, assertion.value as SchemaObject, {
    spend: (count) => spend({ budget: steps }, count),
    stop(reason) {
      throw new StepBudgetSpent(reason);
    },
    search: (pattern, text) => search(matchCost(text, pattern), () => matchesPattern(pattern, text)),
  });
  return { ...assertion, actual: toScalar(violation ?? "valid", hide), passed: violation === null };
}

/** Arrays and objects are compared and shown as text; an element of an array is compared separately. */
function payForComparison({ operator, value }: Assertion, actual: Actual, work: EvaluationState): void {
  if (typeof actual !== "object" || actual === null) return;
  const { steps, payForText } = budget(work);
  payForText(actual);
  if (operator === "equals_set" && Array.isArray(actual) && Array.isArray(value)) {
    const characters = value.reduce<number>((sum, each) => sum + String(each).length, 0);
    // Each element is compared with each value, in both directions.
    const comparisons = 2 * actual.length * value.length;
    spend({ budget: steps }, comparisons + (2 * actual.length * characters) / EXPECTED_CHARACTERS_PER_STEP);
    return;
  }
  if (!Array.isArray(actual) || (operator !== "contains" && operator !== "not_contains")) return;
  spend({ budget: steps }, actual.length * (1 + String(value).length / EXPECTED_CHARACTERS_PER_STEP));
}

/**
 * The expected text is parsed as JSON for each element that is an array or object, at about 10 ns a
 * character.
 */
const EXPECTED_CHARACTERS_PER_STEP = 4;

/** Null if it cannot be known; `actual` is undefined if there is known to be no value. */
type Found = { actual: Actual };

function findActual(assertion: Assertion, facts: AssertionFacts, work: EvaluationState): Found | null {
  switch (assertion.type) {
    case "status_code":
      return known(facts.statusCode);
    case "response_time":
      return known(facts.responseMs);
    case "ssl_expiry":
      return known(facts.sslDaysLeft);
    case "body":
      return known(facts.bodyText);
    case "header":
      // Without a status there were no headers, and their absence means nothing.
      return facts.statusCode === null ? null : { actual: headerText(facts, assertion.property ?? "") };
    case "ip":
      return known(facts.ip);
    case "http_version":
      return known(facts.httpVersion);
    case "redirect_url":
      // Without a status there was no response, and a missing redirect means nothing.
      return facts.statusCode === null ? null : { actual: facts.redirectUrl ?? undefined };
    case "json_schema":
      work.json ??= { found: parseJson(facts.bodyText) };
      return work.json.found && { actual: work.json.found.value };
    case "json_path":
      work.json ??= { found: parseJson(facts.bodyText) };
      return work.json.found && { actual: firstAt(assertion.property ?? "", work.json.found.value, work) };
    default: {
      const { values = {} } = facts;
      const actual = Object.hasOwn(values, assertion.type) ? values[assertion.type] : null;
      return actual === null ? null : { actual };
    }
  }
}

function known(value: string | number | null): Found | null {
  return value === null ? null : { actual: value };
}

function headerText({ headers }: AssertionFacts, name: string): string | undefined {
  const key = name.toLowerCase();
  const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

function parseJson(text: string | null): Parsed | null {
  if (text === null) return null;
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return null;
  }
}

type Parsed = { value: JsonValue };

const paths = createBoundedCache(PATHS_MAX, compileJsonPath);

function firstAt(path: string, document: JsonValue, work: EvaluationState): Actual {
  return paths(path).first(document, budget(work).steps);
}

function toScalar(actual: Actual, hide: Masker): AssertionOutcome["actual"] {
  if (typeof actual === "number" || typeof actual === "boolean") return actual;
  const text = toText(actual);
  return text === null ? null : storableText(hide(text, ACTUAL_LENGTH_MAX));
}
