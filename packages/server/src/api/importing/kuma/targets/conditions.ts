import { isObject, listOf } from "../../document-value.ts";
import { jsonOf, lookUp } from "../draft/row-values.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Conditions of Uptime Kuma 2, as assertions. All assertions must hold, so "or" has no counterpart. */

type Condition = { variable: string; operator: string; value: string };
type Assertion = { type: string; operator: string; value: string | number };

const TEXT_OPERATORS: Readonly<Record<string, string>> = {
  equals: "equals",
  not_equals: "not_equals",
  contains: "contains",
  not_contains: "not_contains",
  starts_with: "starts_with",
  ends_with: "ends_with",
  num_equals: "equals",
  lt: "less_than",
  lte: "less_than_or_equal",
  gt: "greater_than",
  gte: "greater_than_or_equal",
};
const NUMERIC = new Set(["num_equals", "lt", "lte", "gt", "gte"]);
/** A condition on a record holds if it holds for one of the records. */
const RECORD_PATTERNS: Readonly<Record<string, (value: string) => string>> = {
  contains: (value) => escapePattern(jsonText(value)),
  starts_with: (value) => `"${escapePattern(jsonText(value))}`,
  ends_with: (value) => `${escapePattern(jsonText(value))}"`,
};

/** Records of several parts: Uptime Kuma compares only one. */
const PARTIAL_RECORDS = new Set(["CAA", "MX", "SOA", "SRV"]);

/** Adds the conditions of a monitor. `variables` maps each variable to the type of its assertion. */
export function addConditions(draft: TargetDraft, variables: Readonly<Record<string, string>>): void {
  const parsed = jsonOf(draft.text("conditions"));
  const conditions = flatten(listOf(parsed));
  if (conditions === null) {
    draft.review("Conditions joined by 'or' have no counterpart, and are not kept.");
    return;
  }
  const isPartial = PARTIAL_RECORDS.has(draft.text("dns_resolve_type"));
  const assertions = conditions.flatMap((condition) => {
    const operator = isPartial && condition.operator === "equals" ? "contains" : condition.operator;
    if (operator !== condition.operator)
      draft.note(
        `The value '${condition.value}' is searched in the whole record, not compared with a part of it.`,
      );
    const assertion = assertionOf({ ...condition, operator }, lookUp(variables, condition.variable));
    if (assertion === null)
      draft.review(
        `The condition '${condition.variable} ${condition.operator} ${condition.value}' has no counterpart.`,
      );
    return assertion ?? [];
  });
  if (assertions.length > 0) draft.fields.assertions = assertions;
}

/** Null if some are alternatives. The first of a group has no predecessor to be joined with. */
function flatten(items: readonly unknown[]): Condition[] | null {
  const all: Condition[] = [];
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    if (index > 0 && item.andOr === "or") return null;
    if (item.type === "group") {
      const inner = flatten(listOf(item.children));
      if (inner === null) return null;
      all.push(...inner);
    } else {
      const { variable, operator, value } = item;
      all.push({ variable: String(variable), operator: String(operator), value: String(value ?? "") });
    }
  }
  return all;
}

function assertionOf({ operator, value }: Condition, type: string | undefined): Assertion | null {
  if (type === undefined) return null;
  if (type === "answer") {
    if (operator === "equals") return { type, operator: "contains", value };
    const pattern = lookUp(RECORD_PATTERNS, operator)?.(value);
    return pattern === undefined ? null : { type, operator: "matches", value: pattern };
  }
  const own = lookUp(TEXT_OPERATORS, operator);
  if (own === undefined) return null;
  if (!NUMERIC.has(operator)) return { type, operator: own, value };
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return null;
  return { type, operator: own, value: operator === "num_equals" ? value : number };
}

/** A text as it is within the JSON of a list, without the quotes around it. */
const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1);

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
