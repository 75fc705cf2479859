/** Types, operators and values of assertions. Loads no validation, so that browsers can use it. */

/** What an assertion evaluates. */
export const ASSERTION_TYPES = [
  "status_code",
  "response_time",
  "header",
  "body",
  "json_path",
  "ssl_expiry",
  "ip",
  "http_version",
  "redirect_url",
  "json_schema",
] as const;
export type AssertionType = (typeof ASSERTION_TYPES)[number];

export const OPERATORS = [
  "equals",
  "not_equals",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
  "contains",
  "not_contains",
  "matches",
  "in",
  "not_in",
  "starts_with",
  "ends_with",
  "length_equals",
  "length_greater_than",
  "length_less_than",
  "exists",
  "not_exists",
  "is_empty",
  "is_not_empty",
] as const;
export type Operator = (typeof OPERATORS)[number];

const EQUALITIES = ["equals", "not_equals"] as const;
const COMPARISONS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const TEXT = ["contains", "not_contains", "matches", "starts_with", "ends_with"] as const;
const LISTS = ["in", "not_in"] as const;
const LENGTHS = ["length_equals", "length_greater_than", "length_less_than"] as const;
const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const EXISTENCE = ["exists", "not_exists"] as const;

const NUMERIC: readonly Operator[] = [...EQUALITIES, ...COMPARISONS];
/** Operators for a text that is always present. */
export const TEXT_OPERATORS: readonly Operator[] = [
  ...EQUALITIES,
  ...TEXT,
  ...LISTS,
  ...LENGTHS,
  ...EMPTINESS,
];
const NUMBER_TYPES: readonly AssertionType[] = ["status_code", "response_time", "ssl_expiry"];

/** The operators each type supports; any other combination is rejected. */
export const OPERATORS_OF: Record<AssertionType, readonly Operator[]> = {
  status_code: [...NUMERIC, ...LISTS],
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  header: [...TEXT_OPERATORS, ...EXISTENCE],
  body: TEXT_OPERATORS,
  json_path: OPERATORS,
  ip: [...EQUALITIES, ...TEXT, ...LISTS],
  http_version: [...EQUALITIES, ...LISTS],
  redirect_url: [...TEXT_OPERATORS, ...EXISTENCE],
  json_schema: ["matches"],
};

/** Types that evaluate a header or a path, which is their property. */
export function takesProperty(type: AssertionType): boolean {
  return type === "header" || type === "json_path";
}

export function takesValue(operator: Operator): boolean {
  return !([...EXISTENCE, ...EMPTINESS] as readonly Operator[]).includes(operator);
}

/** Returns whether an operator compares with a list of values. */
export function takesList(operator: Operator): boolean {
  return (LISTS as readonly Operator[]).includes(operator);
}

/**
 * The kind of value that a type and an operator compare with, or of each value of a list. `json`: a text, a number, a
 * boolean or null.
 */
export function valueKindOf(type: AssertionType, operator: Operator): "number" | "text" | "json" | "schema" {
  if (type === "json_schema") return "schema";
  const isNumber =
    NUMBER_TYPES.includes(type) || ([...COMPARISONS, ...LENGTHS] as readonly Operator[]).includes(operator);
  if (isNumber) return "number";
  if (type === "json_path" && takesList(operator)) return "json";
  return type === "json_path" && (EQUALITIES as readonly Operator[]).includes(operator) ? "json" : "text";
}

/** A finite number, or a text of one. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}
