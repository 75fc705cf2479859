import type { Assertion } from "@vedette/contract/assertions.ts";
import type { AssertionOutcome } from "@vedette/contract/check-run.ts";
import { compileJsonPath } from "@vedette/contract/json-path.ts";
import { type JsonValue, type StepBudget, StepBudgetSpent } from "@vedette/contract/json-path-model.ts";
import { type Masker, maskerOf } from "../../kernel/mask.ts";
import { storableText } from "../storable-text.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { type Actual, compareValue, matchCost, toText } from "./compare.ts";

/**
 * Assertions on what a check found. Pure: the facts come in, the verdicts go out. Must never know how
 * the facts were fetched, nor what follows from the verdicts.
 */

export type AssertionFacts = {
  statusCode: number | null;
  responseMs: number;
  /** Names in lower case, as `node:http` gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decoded text; null where no body was read, so that nothing about it can hold. */
  bodyText: string | null;
  sslDaysLeft: number | null;
};

/** Longest text that an outcome carries, in characters. */
export const ACTUAL_LENGTH_MAX = 1_000;
const PATHS_MAX = 500;
/**
 * For all paths of one evaluation together. 1 MiB of JSON has at most half a million values, and a filter
 * below `..` takes five steps on each.
 */
const STEPS_MAX = 4_000_000;
/** Instructions × characters of all patterns together: the largest pattern on the largest body, once. */
const MATCH_COST_MAX = 250 * 1_048_576;

/**
 * One outcome for each assertion, in their order. What could not be looked at (no answer, no certificate,
 * a body that is not JSON, a path or pattern that needs more work than one evaluation may cost) has not
 * passed and has `actual` null, whatever the operator is. `hide` masks texts before they are cut.
 */
export function evaluateAssertions(
  assertions: readonly Assertion[],
  facts: AssertionFacts,
  hide: Masker = maskerOf(undefined),
): AssertionOutcome[] {
  const work: Work = { json: null, steps: { stepsLeft: STEPS_MAX }, matchCostLeft: MATCH_COST_MAX };
  return assertions.map((assertion) => {
    const found = findActual(assertion, facts, work);
    if (!found || !isAffordable(assertion, found.actual, work)) {
      return { ...assertion, actual: null, passed: false };
    }
    return {
      ...assertion,
      actual: toScalar(found.actual, hide),
      passed: compareValue(assertion.operator, found.actual, assertion.value),
    };
  });
}

/** `json` is null until a body was parsed, so that it is parsed once; its `value` is null when it is not JSON. */
type Work = { json: { found: Found | null } | null; steps: StepBudget; matchCostLeft: number };

/** Null where it cannot be known; `actual` undefined where it is known that there is none. */
type Found = { actual: Actual };

function findActual(assertion: Assertion, facts: AssertionFacts, work: Work): Found | null {
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
      // Without a status there were no headers, and their absence says nothing.
      return facts.statusCode === null ? null : { actual: headerText(facts, assertion.property ?? "") };
    case "json_path":
      work.json ??= { found: parseJson(facts.bodyText) };
      return work.json.found && firstMatch(assertion.property ?? "", work.json.found.actual, work.steps);
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

function parseJson(text: string | null): Found | null {
  if (text === null) return null;
  try {
    return { actual: JSON.parse(text) as JsonValue };
  } catch {
    return null;
  }
}

const paths = createBoundedCache(PATHS_MAX, compileJsonPath);

function firstMatch(path: string, document: Actual, steps: StepBudget): Found | null {
  if (document === undefined) return null;
  try {
    return { actual: paths(path).first(document, steps) };
  } catch (error) {
    if (error instanceof StepBudgetSpent) return null;
    throw error;
  }
}

function isAffordable({ operator, value }: Assertion, actual: Actual, work: Work): boolean {
  if (operator !== "matches") return true;
  work.matchCostLeft -= matchCost(actual, String(value));
  return work.matchCostLeft >= 0;
}

function toScalar(actual: Actual, hide: Masker): AssertionOutcome["actual"] {
  if (typeof actual === "number" || typeof actual === "boolean") return actual;
  const text = toText(actual);
  return text === null ? null : storableText(hide(text, ACTUAL_LENGTH_MAX));
}
