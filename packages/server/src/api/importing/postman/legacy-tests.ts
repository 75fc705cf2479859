import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import { listOf } from "../document-value.ts";
import { type Assertion, assertion } from "./script-assertion.ts";
import { chainOf, literalOf, type Scope, type Source } from "./script-expressions.ts";
import type { AnyNode } from "./script-node.ts";

/** Maximum number of conditions joined by `&&`; a longer chain is generated code. */
const CONDITIONS_MAX = 50;

/** Reads `tests["Status code is 200"] = responseCode.code === 200;`, as in Postman's older scripts. */
export function legacyTest(expression: AnyNode, scope: Scope): Assertion[] | null {
  const target = expression.left as AnyNode;
  const isTest = target.type === "MemberExpression" && (target.object as AnyNode).name === "tests";
  if (!isTest || expression.operator !== "=") return null;
  const conditions = conjunctsOf(expression.right as AnyNode);
  const assertions = conditions?.map((condition) => ofCondition(condition, scope)) ?? [null];
  return assertions.some((made) => made === null) ? null : assertions.flatMap((made) => made ?? []);
}

/** Returns the conditions that must all be true, from left to right; null if there are too many. */
function conjunctsOf(condition: AnyNode): AnyNode[] | null {
  const conditions: AnyNode[] = [];
  let left = condition;
  while (left.type === "LogicalExpression" && left.operator === "&&") {
    if (conditions.length === CONDITIONS_MAX) return null;
    conditions.unshift(left.right as AnyNode);
    left = left.left as AnyNode;
  }
  return [left, ...conditions];
}

function ofCondition(condition: AnyNode, scope: Scope): Assertion[] | null {
  if (condition.type === "BinaryExpression") return ofComparison(condition, scope);
  const call = condition.type === "CallExpression" ? ofCall(condition, scope) : null;
  if (call !== null) return call;
  // A header's text is true if it exists. A field of the JSON may exist and be false.
  const source = scope.sourceOf(condition);
  return source?.source === "header" ? assertion(source, { operator: "exists" }) : null;
}

const COMPARISONS: Readonly<Record<string, Operator>> = {
  "==": "equals",
  "===": "equals",
  "!=": "not_equals",
  "!==": "not_equals",
  ">": "greater_than",
  ">=": "greater_than_or_equal",
  "<": "less_than",
  "<=": "less_than_or_equal",
};
/** Returns the same comparison with its sides swapped. */
const EXCHANGED: Readonly<Record<string, string>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" };

function ofComparison(comparison: AnyNode, scope: Scope): Assertion[] | null {
  const left = comparison.left as AnyNode;
  const right = comparison.right as AnyNode;
  const sign = String(comparison.operator);
  const sourceOfLeft = scope.sourceOf(left);
  const source = sourceOfLeft ?? scope.sourceOf(right);
  if (source === null) return null;
  const other = sourceOfLeft === null ? left : right;
  const operator = COMPARISONS[sourceOfLeft === null ? (EXCHANGED[sign] ?? sign) : sign];
  if (operator === undefined) return null;
  if (other.type === "Identifier" && other.name === "undefined") return ofPresence(source, operator);
  const value = literalOf(other);
  return value === undefined || value === null ? null : assertion(source, { operator, value });
}

/** Reads `jsonData.id !== undefined`. */
function ofPresence(source: Source, operator: Operator): Assertion[] | null {
  if (source.source !== "json_path" && source.source !== "header") return null;
  if (operator === "not_equals") return assertion(source, { operator: "exists" });
  return operator === "equals" ? assertion(source, { operator: "not_exists" }) : null;
}

/** Reads `responseBody.has("text")` and `jsonData.hasOwnProperty("field")`. */
function ofCall(call: AnyNode, scope: Scope): Assertion[] | null {
  const argument = literalOf((listOf(call.arguments) as AnyNode[])[0]);
  const callee = call.callee as AnyNode;
  if (typeof argument !== "string" || callee.type !== "MemberExpression") return null;
  const subject = callee.object as AnyNode;
  const method = (callee.property as AnyNode).name;
  if (method === "hasOwnProperty" && chainOf(subject)?.path === "responseHeaders") {
    return assertion({ source: "header", expression: argument }, { operator: "exists" });
  }
  const source = scope.sourceOf(subject);
  if (source?.source === "body" && (method === "has" || method === "includes")) {
    return assertion(source, { operator: "contains", value: argument });
  }
  if (source?.source !== "json_path" || method !== "hasOwnProperty") return null;
  const property = `${source.expression}['${argument.replaceAll(/[\\']/g, "\\$&")}']`;
  return assertion({ source: "json_path", expression: property }, { operator: "exists" });
}
