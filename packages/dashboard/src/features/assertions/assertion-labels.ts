import {
  type AssertionType,
  type Operator,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { formatValue } from "./assertion-value.ts";

/** Labels of assertions in forms and results. */

export const ASSERTION_TYPE_LABELS: Record<AssertionType, string> = {
  status_code: "Status code",
  response_time: "Response time (ms)",
  header: "Header",
  body: "Body",
  json_path: "JSON value",
  ssl_expiry: "Certificate (days left)",
};

const OPERATOR_LABELS: Record<Operator, string> = {
  equals: "is",
  not_equals: "is not",
  greater_than: "is greater than",
  greater_than_or_equal: "is at least",
  less_than: "is less than",
  less_than_or_equal: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  matches: "matches the pattern",
  exists: "exists",
  not_exists: "does not exist",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

/** Options of a select. */
export function operatorOptions<T extends Operator>(operators: readonly T[]): { value: T; label: string }[] {
  return operators.map((value) => ({ value, label: OPERATOR_LABELS[value] }));
}

/** "Header content-type contains json". */
export function assertionText(assertion: Assertion): string {
  const { type, property } = assertion;
  const source = property ? `${ASSERTION_TYPE_LABELS[type]} ${property}` : ASSERTION_TYPE_LABELS[type];
  return `${source} ${expectedText(assertion)}`;
}

/** "is 200", "exists". */
export function expectedText(assertion: Pick<Assertion, "type" | "operator" | "value">): string {
  const { operator } = assertion;
  return takesValue(operator)
    ? `${OPERATOR_LABELS[operator]} ${formatValue(assertion)}`
    : OPERATOR_LABELS[operator];
}
