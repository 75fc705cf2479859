import type { Assertion, AssertionType, Operator } from "@vedette/contract/assertions/assertions.ts";

/**
 * Labels of assertions. The lists repeat those of the contract, because its module would load the validation of patterns; a test compares them.
 */

export const TYPE_WORDS: Record<AssertionType, string> = {
  status_code: "Status code",
  response_time: "Response time (ms)",
  header: "Header",
  body: "Body",
  json_path: "JSON value",
  ssl_expiry: "Certificate (days left)",
};

export const OPERATOR_LABELS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is greater than",
  greater_than_or_equal: "is at least",
  less_than: "is less than",
  less_than_or_equal: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  matches: "matches (RE2)",
  exists: "exists",
  not_exists: "does not exist",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

const NUMERIC: readonly Operator[] = [
  "equals",
  "not_equals",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
];
const TEXT: readonly Operator[] = ["equals", "not_equals", "contains", "not_contains", "matches"];

export const OPERATORS_FOR: Record<AssertionType, readonly Operator[]> = {
  status_code: NUMERIC,
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  header: [...TEXT, "is_empty", "is_not_empty", "exists", "not_exists"],
  body: [...TEXT, "is_empty", "is_not_empty"],
  json_path: Object.keys(OPERATOR_LABELS) as Operator[],
};

const WITHOUT_VALUE: readonly Operator[] = ["exists", "not_exists", "is_empty", "is_not_empty"];

export function takesValue(operator: Operator): boolean {
  return !WITHOUT_VALUE.includes(operator);
}

export function takesProperty(type: AssertionType): boolean {
  return type === "header" || type === "json_path";
}

/** "is 200", "exists". */
export function expectedText({ operator, value }: Pick<Assertion, "operator" | "value">): string {
  return takesValue(operator) ? `${OPERATOR_LABELS[operator]} ${String(value)}` : OPERATOR_LABELS[operator];
}
