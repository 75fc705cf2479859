import type { AssertionType, Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import type { ConditionOperator } from "./parse-condition.ts";

/** What a condition becomes. Without assertions and without a reason it is implied. */
export type ConditionResult = {
  assertions: ImportedAssertion[];
  reason?: string;
  /** Of `[CONNECTED] == false`. */
  isInverted?: true;
  /** Of `[DOMAIN_EXPIRATION]`, which is a monitor of its own: the days that must be left. */
  domainDays?: number;
};

export type ImportedAssertion = {
  type: AssertionType;
  operator: Operator;
  value?: string | number | boolean | (string | number)[];
  property?: string;
};

export const OPERATOR_OF: Readonly<Record<ConditionOperator, Operator>> = {
  "==": "equals",
  "!=": "not_equals",
  "<": "less_than",
  "<=": "less_than_or_equal",
  ">": "greater_than",
  ">=": "greater_than_or_equal",
};
