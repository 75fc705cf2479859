import { lookUp } from "../draft/row-values.ts";
import type { TargetDraft } from "./target-draft.ts";

/** JSON queries. Uptime Kuma evaluates JSONata; its paths and indexes have a counterpart in RFC 9535. */

const OPERATORS: Readonly<Record<string, string>> = {
  "==": "equals",
  "!=": "not_equals",
  ">": "greater_than",
  ">=": "greater_than_or_equal",
  "<": "less_than",
  "<=": "less_than_or_equal",
  contains: "contains",
};
const STEP = /^(?:([A-Za-z_][A-Za-z0-9_]*)|`([^`]{1,200})`)((?:\[\d{1,9}\])*)(?:\.|$)/;

/** Returns the RFC 9535 path of a JSONata expression; null if it is more than a path. */
export function jsonPathOf(expression: string): string | null {
  let rest = expression.trim();
  if (rest === "" || rest === "$") return "$";
  rest = rest.replace(/^\$\.?(?=[A-Za-z_`])/, "");
  const [, first = ""] = /^\$((?:\[\d{1,9}\])+)(?:\.|$)/.exec(rest) ?? [];
  let path = `$${first}`;
  if (first !== "") rest = rest.slice(first.length + 1).replace(/^\./, "");
  while (rest !== "") {
    const [whole, name, quoted = "", indexes = ""] = STEP.exec(rest) ?? [];
    if (whole === undefined || /^(?:and|or|in)$/.test(name ?? "")) return null;
    path += name === undefined ? `[${JSON.stringify(quoted)}]` : `.${name}`;
    path += indexes;
    rest = rest.slice(whole.length);
    if (whole.endsWith(".") && rest === "") return null;
  }
  return path;
}

/** Returns the operator and the value of a query as an assertion has them; null if it has no counterpart. */
export function comparisonOf(draft: TargetDraft): { operator: string; value: string | number } | null {
  const operator = lookUp(OPERATORS, draft.text("json_path_operator") || "==");
  const expected = draft.text("expected_value");
  if (operator === undefined) {
    draft.review(`The operator '${draft.text("json_path_operator")}' has no counterpart.`);
    return null;
  }
  const isComparison = /^(?:greater|less)/.test(operator);
  if (!isComparison) return { operator, value: expected };
  const number = Number(expected);
  if (expected.trim() !== "" && Number.isFinite(number)) return { operator, value: number };
  draft.review(`The expected value '${expected}' is no number.`);
  return null;
}

export function jsonAssertion(draft: TargetDraft): Record<string, unknown> | null {
  const expression = draft.text("json_path");
  const property = jsonPathOf(expression);
  if (property === null) {
    draft.review(`The JSONata expression '${expression}' is more than a path, and is not kept.`);
    return null;
  }
  const comparison = comparisonOf(draft);
  return comparison && { type: "json_path", property, ...comparison };
}
