import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import { compilePattern } from "@vedette/contract/assertions/assertion-syntax.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { JsonValue } from "@vedette/contract/json-path/json-path-model.ts";
import { canonicalJson } from "@vedette/contract/json-schema/canonical-json.ts";
import { lengthOf } from "@vedette/contract/json-schema/value-keywords.ts";
import { createBoundedCache } from "./bounded-cache.ts";

/** The actual value of an assertion or a condition: any JSON value, or undefined if there is no value. */
export type Actual = JsonValue | undefined;

/** Compiled patterns of a thread. One takes a few kilobytes if its states are freed. */
const PATTERNS_MAX = 500;
/** A search of a longer text leaves up to 8 MiB of states in the pattern, which are freed immediately. */
const STATES_KEPT_TEXT_MAX = 4_096;

/**
 * The comparison language of the product. It must not know checks, HTTP or time.
 *
 * - `equals`: numbers by value, also if one side is numeric text (`5`, `"5.0"`), unless both are text; other
 * scalars by their text (`true`, `"true"`); arrays and objects by canonical JSON text, with the expected text
 * parsed as JSON.
 * - comparisons: numbers and numeric text only; false for anything else.
 * - `contains`: a substring of a text; an equal element of an array; the name of a member of an object.
 * - `matches`: RE2, anywhere in the text; arrays and objects as canonical JSON text.
 * - `in`: equal to a value of the expected list.
 * - `equals_set`: an array that has exactly the expected values, in any order.
 * - `starts_with`, `ends_with`: by the text of the value.
 * - `length_…`: of a text in Unicode characters, of an array in elements, of an object in members; false for others.
 * - `exists`: there is a value, null included. `is_empty`: no value, null, or a text, array or object of
 * length 0.
 * - An expected null equals only null.
 * - `not_…` and `is_not_empty` are exact negations, so they are true if there is no value.
 */
export function compareValue(operator: Operator, actual: Actual, expected: Assertion["value"]): boolean {
  switch (operator) {
    case "equals":
      return isEqual(actual, expected);
    case "not_equals":
      return !isEqual(actual, expected);
    case "greater_than":
      return toNumber(actual) > toNumber(expected);
    case "greater_than_or_equal":
      return toNumber(actual) >= toNumber(expected);
    case "less_than":
      return toNumber(actual) < toNumber(expected);
    case "less_than_or_equal":
      return toNumber(actual) <= toNumber(expected);
    case "contains":
      return isContained(actual, expected);
    case "not_contains":
      return !isContained(actual, expected);
    case "matches":
      return isMatch(actual, String(expected));
    case "in":
      return isIn(actual, expected);
    case "not_in":
      return !isIn(actual, expected);
    case "equals_set":
      return isSameSet(actual, expected);
    case "starts_with":
      return toText(actual)?.startsWith(String(expected)) ?? false;
    case "ends_with":
      return toText(actual)?.endsWith(String(expected)) ?? false;
    case "length_equals":
      return toLength(actual) === toNumber(expected);
    case "length_greater_than":
      return toLength(actual) > toNumber(expected);
    case "length_less_than":
      return toLength(actual) < toNumber(expected);
    case "exists":
      return actual !== undefined;
    case "not_exists":
      return actual === undefined;
    case "is_empty":
      return isEmpty(actual);
    case "is_not_empty":
      return !isEmpty(actual);
  }
}

/** Returns whether a pattern in RE2 syntax matches anywhere in a text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const compiled = patterns(pattern);
  const matched = compiled.test(text);
  if (text.length > STATES_KEPT_TEXT_MAX) compiled.reset();
  return matched;
}

/** Returns the worst-case cost of `matches` on this value: instructions × characters. */
export function matchCost(actual: Actual, pattern: string): number {
  return patterns(pattern).programSize() * (toText(actual)?.length ?? 0);
}

/** Returns the text of a value; null if there is no value or it is nested too deep to serialize. */
export function toText(actual: Actual): string | null {
  if (actual === undefined || actual === null) return null;
  if (typeof actual === "object") return canonicalJson(actual);
  return String(actual);
}

const patterns = createBoundedCache(PATTERNS_MAX, compilePattern);

function isEqual(actual: Actual, expected: Assertion["value"]): boolean {
  if (actual === undefined) return false;
  if (expected === null) return actual === null;
  if (actual === null) return expected === "null";
  if (typeof actual === "object") {
    const text = canonicalJson(actual);
    return text !== null && text === canonicalText(String(expected));
  }
  if (typeof actual === "string" && typeof expected === "string") return actual === expected;
  if (typeof actual === "number" || typeof expected === "number") {
    return toNumber(actual) === toNumber(expected);
  }
  return String(actual) === String(expected);
}

/** Returns JSON text in its canonical form; null if it is not JSON. */
function canonicalText(text: string): string | null {
  try {
    return canonicalJson(JSON.parse(text) as JsonValue);
  } catch {
    return null;
  }
}

/**
 * Returns NaN, which compares as false with everything, for a value that is neither a number nor numeric
 * text.
 */
function toNumber(value: Actual): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

function isContained(actual: Actual, expected: Assertion["value"]): boolean {
  if (actual === undefined || actual === null) return false;
  if (Array.isArray(actual)) return actual.some((element) => isEqual(element, expected));
  if (typeof actual === "object") return Object.hasOwn(actual, String(expected));
  return String(actual).includes(String(expected));
}

function isIn(actual: Actual, expected: Assertion["value"]): boolean {
  if (!Array.isArray(expected)) return false;
  if (typeof actual !== "object" || actual === null) return expected.some((each) => isEqual(actual, each));
  // Serialized once, because it may be as large as a body.
  const text = canonicalJson(actual);
  return text !== null && expected.some((each) => text === canonicalText(String(each)));
}

function isSameSet(actual: Actual, expected: Assertion["value"]): boolean {
  if (!Array.isArray(actual) || !Array.isArray(expected)) return false;
  const isWanted = (element: JsonValue) => expected.some((each) => isEqual(element, each));
  const isFound = (value: string | number | boolean | null) =>
    actual.some((element) => isEqual(element, value));
  return actual.every(isWanted) && expected.every(isFound);
}

/** Returns NaN, which compares as false with everything, for a value without a length. */
function toLength(actual: Actual): number {
  if (typeof actual === "string") return lengthOf(actual);
  if (typeof actual !== "object" || actual === null) return Number.NaN;
  return Object.keys(actual).length;
}

function isMatch(actual: Actual, pattern: string): boolean {
  const text = toText(actual);
  return text !== null && matchesPattern(pattern, text);
}

function isEmpty(actual: Actual): boolean {
  if (actual === undefined || actual === null) return true;
  if (typeof actual === "object") return Object.keys(actual).length === 0;
  return actual === "";
}
