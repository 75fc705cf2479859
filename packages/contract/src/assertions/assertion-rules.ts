/** Types, operators and values of assertions. Loads no validation, so that browsers can use it. */

/** What an assertion evaluates. */
export const ASSERTION_TYPES = [
  "status_code",
  "response_time",
  "header",
  "body",
  "json_path",
  "ssl_expiry",
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
  "exists",
  "not_exists",
  "is_empty",
  "is_not_empty",
] as const;
export type Operator = (typeof OPERATORS)[number];

const EQUALITIES = ["equals", "not_equals"] as const;
const COMPARISONS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const TEXT = ["contains", "not_contains", "matches"] as const;
const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const EXISTENCE = ["exists", "not_exists"] as const;

const NUMERIC: readonly Operator[] = [...EQUALITIES, ...COMPARISONS];
const NUMBER_TYPES: readonly AssertionType[] = ["status_code", "response_time", "ssl_expiry"];

/** The operators each type supports; any other combination is rejected. */
export const OPERATORS_OF: Record<AssertionType, readonly Operator[]> = {
  status_code: NUMERIC,
  response_time: NUMERIC,
  ssl_expiry: NUMERIC,
  header: [...EQUALITIES, ...TEXT, ...EMPTINESS, ...EXISTENCE],
  body: [...EQUALITIES, ...TEXT, ...EMPTINESS],
  json_path: OPERATORS,
};

/** Types that evaluate a header or a path, which is their property. */
export function takesProperty(type: AssertionType): boolean {
  return type === "header" || type === "json_path";
}

export function takesValue(operator: Operator): boolean {
  return !([...EXISTENCE, ...EMPTINESS] as readonly Operator[]).includes(operator);
}

/** The kind of value that a type and an operator compare with. `json`: a text, a number or a boolean. */
export function valueKindOf(type: AssertionType, operator: Operator): "number" | "text" | "json" {
  if (NUMBER_TYPES.includes(type) || (COMPARISONS as readonly Operator[]).includes(operator)) return "number";
  return type === "json_path" && (EQUALITIES as readonly Operator[]).includes(operator) ? "json" : "text";
}

/** A finite number, or a text of one. */
export function isNumeric(value: string | number | boolean): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}
