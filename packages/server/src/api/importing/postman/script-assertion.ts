import type { ApiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import type { Source } from "./script-expressions.ts";

export type Assertion = NonNullable<ApiStepInput["assertions"]>[number];
export type Meaning = { operator: Operator; value?: string | number | boolean };

/** Returns null if the contract has no such combination of source and operator. */
export function assertion(source: Source, { operator, value }: Meaning): Assertion[] | null {
  const isNumeric = source.source === "status_code" || source.source === "response_time";
  if (isNumeric && typeof value !== "number") return null;
  const isComparison = /^(greater|less)_than/.test(operator);
  if (isComparison && (typeof value !== "number" || source.source === "header" || source.source === "body"))
    return null;
  if (source.source === "body" && (operator === "exists" || operator === "not_exists")) return null;
  const property = "expression" in source ? { property: source.expression } : {};
  return [{ type: source.source, ...property, operator, ...(value === undefined ? {} : { value }) }];
}
