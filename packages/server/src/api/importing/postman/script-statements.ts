import type { ApiStepInput } from "@vedette/contract/api-monitors/api-steps.ts";
import type { Operator } from "@vedette/contract/assertions/assertion-rules.ts";
import { listOf } from "../document-value.ts";
import { legacyTest } from "./legacy-tests.ts";
import { type Assertion, assertion, type Meaning } from "./script-assertion.ts";
import { type Chain, chainOf, literalOf, type Scope, type Source } from "./script-expressions.ts";
import type { AnyNode } from "./script-node.ts";

type Extraction = NonNullable<ApiStepInput["extract"]>[number];

/** Returns the assertions of a test statement, or null if unknown. */
export function assertionsOf(expression: AnyNode, scope: Scope): Assertion[] | null {
  if (expression.type === "AssignmentExpression") return legacyTest(expression, scope);
  const chain = chainOf(expression);
  if (chain?.path.startsWith("pm.response.to.")) return ofResponse(chain);
  if (!chain?.path.startsWith("pm.expect().")) return null;
  const subject = chain.calls[0]?.[0];
  const source = subject === undefined ? null : scope.sourceOf(subject);
  return source === null ? null : ofExpectation(source, chain);
}

/** Reads `pm.environment.set("name", jsonData.token)`, for every scope in which Postman keeps variables. */
export function extractionOf(expression: AnyNode, scope: Scope): Extraction | null {
  const chain = chainOf(expression);
  const isSet =
    chain !== null &&
    /^(pm\.(environment|collectionVariables|globals|variables)\.set|postman\.set(Environment|Global)Variable)\(\)$/.test(
      chain.path,
    );
  const [name, value] = (isSet && chain.calls[0]) || [];
  const key = literalOf(name);
  const source = value === undefined ? null : scope.sourceOf(withoutConversion(value));
  if (typeof key !== "string" || source === null) return null;
  switch (source.source) {
    case "json_path":
      return source.expression === "$" ? null : { name: key, ...source };
    case "header":
      return { name: key, ...source };
    case "status_code":
      return { name: key, source: "status_code", expression: "" };
    case "body":
      return { name: key, source: "body_regex", expression: ".*" };
    case "response_time":
      return null;
  }
}

/**
 * Unwraps `String(x)`, `x.toString()`, `JSON.stringify(x)` and `${x}`: an extracted value is always a text.
 */
function withoutConversion(value: AnyNode): AnyNode {
  if (value.type === "TemplateLiteral") {
    const expressions = listOf(value.expressions) as AnyNode[];
    const isBare = (listOf(value.quasis) as { value?: { cooked?: string } }[]).every(
      (quasi) => quasi.value?.cooked === "",
    );
    return isBare && expressions.length === 1 && expressions[0] ? expressions[0] : value;
  }
  if (value.type !== "CallExpression") return value;
  const args = listOf(value.arguments) as AnyNode[];
  const path = chainOf(value)?.path ?? "";
  if (/^(String|JSON\.stringify)\(\)$/.test(path) && args[0]) return args[0];
  const callee = value.callee as AnyNode;
  const isToString =
    callee.type === "MemberExpression" &&
    (callee.property as AnyNode).name === "toString" &&
    args.length === 0;
  return isToString ? (callee.object as AnyNode) : value;
}

const OK: Assertion[] = [
  { type: "status_code", operator: "greater_than_or_equal", value: 200 },
  { type: "status_code", operator: "less_than", value: 300 },
];
const STATUS_NAMES: Readonly<Record<string, number>> = {
  accepted: 202,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  rateLimited: 429,
};

function ofResponse({ path, names, calls }: Chain): Assertion[] | null {
  const value = literalOf(calls[0]?.[0]);
  switch (path) {
    case "pm.response.to.have.status()":
      return typeof value === "number" ? [{ type: "status_code", operator: "equals", value }] : null;
    case "pm.response.to.have.header()": {
      if (typeof value !== "string") return null;
      const wanted = calls[0]?.[1];
      if (wanted === undefined) return [{ type: "header", property: value, operator: "exists" }];
      const text = literalOf(wanted);
      return typeof text === "string"
        ? [{ type: "header", property: value, operator: "equals", value: text }]
        : null;
    }
    case "pm.response.to.have.body()":
      return typeof value === "string" ? [{ type: "body", operator: "equals", value }] : null;
    case "pm.response.to.have.jsonBody()":
      return typeof value === "string" ? null : [{ type: "json_path", property: "$", operator: "exists" }];
    case "pm.response.to.be.ok":
    case "pm.response.to.be.success":
      return OK;
    case "pm.response.to.be.json":
      return [{ type: "header", property: "content-type", operator: "contains", value: "json" }];
    case "pm.response.to.be.withBody":
      return [{ type: "body", operator: "is_not_empty" }];
    default: {
      const name = names.at(-1) ?? "";
      const status =
        path === `pm.response.to.be.${name}` && Object.hasOwn(STATUS_NAMES, name)
          ? STATUS_NAMES[name]
          : undefined;
      return status === undefined ? null : [{ type: "status_code", operator: "equals", value: status }];
    }
  }
}

/** Words without effect in chai, for readability. Source: chai's "Language Chains". */
const FILLERS = new Set([
  "to",
  "be",
  "been",
  "is",
  "that",
  "which",
  "and",
  "has",
  "have",
  "with",
  "at",
  "of",
  "same",
  "a",
  "an",
]);
const OPERATORS: Readonly<Record<string, Operator>> = {
  "equal()": "equals",
  "equals()": "equals",
  "eq()": "equals",
  "eql()": "equals",
  "above()": "greater_than",
  "greaterThan()": "greater_than",
  "gt()": "greater_than",
  "least()": "greater_than_or_equal",
  "gte()": "greater_than_or_equal",
  "below()": "less_than",
  "lessThan()": "less_than",
  "lt()": "less_than",
  "most()": "less_than_or_equal",
  "lte()": "less_than_or_equal",
};
const NEGATED: Readonly<Partial<Record<Operator, Operator>>> = {
  equals: "not_equals",
  contains: "not_contains",
  exists: "not_exists",
  is_empty: "is_not_empty",
};

function ofExpectation(source: Source, { names, calls }: Chain): Assertion[] | null {
  const words = names.slice(2).filter((name) => !FILLERS.has(name));
  const isNegated = words[0] === "not";
  const [word = "", ...more] = isNegated ? words.slice(1) : words;
  if (more.length > 0 || names.filter((name) => name.endsWith("()")).length > 2) return null;
  const argument = calls[1]?.[0];
  if (word === "oneOf()") return isNegated ? null : ofRange(source, argument);
  if (word === "property()") return ofProperty(source, calls[1] ?? [], isNegated);
  const meant = meaningOf(word, source, literalOf(argument));
  if (meant === null) return null;
  const operator = isNegated ? NEGATED[meant.operator] : meant.operator;
  return operator === undefined ? null : assertion(source, { ...meant, operator });
}

function meaningOf(word: string, source: Source, value: ReturnType<typeof literalOf>): Meaning | null {
  const operator = Object.hasOwn(OPERATORS, word) ? OPERATORS[word] : undefined;
  if (operator !== undefined) return value === undefined || value === null ? null : { operator, value };
  switch (word) {
    case "include()":
    case "includes()":
    case "contain()":
    case "contains()":
      // For a list or an object, which a field may contain, it has another meaning than for a text.
      return typeof value === "string" && source.source !== "json_path"
        ? { operator: "contains", value }
        : null;
    case "true":
    case "false":
      return source.source === "json_path" ? { operator: "equals", value: word === "true" } : null;
    case "exist":
      return { operator: "exists" };
    case "empty":
      return { operator: "is_empty" };
    default:
      return null;
  }
}

/** A list of consecutive codes is a range; any other has no counterpart. */
function ofRange(source: Source, argument: AnyNode | undefined): Assertion[] | null {
  if (source.source !== "status_code" || argument?.type !== "ArrayExpression") return null;
  const codes = (listOf(argument.elements) as AnyNode[])
    .map(literalOf)
    .filter((code) => typeof code === "number");
  codes.sort((a, b) => a - b);
  const [first] = codes;
  const last = codes.at(-1);
  if (first === undefined || last === undefined || codes.length !== listOf(argument.elements).length)
    return null;
  if (last - first !== codes.length - 1) return null;
  return [
    { type: "status_code", operator: "greater_than_or_equal", value: first },
    { type: "status_code", operator: "less_than_or_equal", value: last },
  ];
}

function ofProperty(source: Source, args: readonly AnyNode[], isNegated: boolean): Assertion[] | null {
  const name = literalOf(args[0]);
  if (source.source !== "json_path" || typeof name !== "string") return null;
  const property = `${source.expression}['${name.replaceAll(/[\\']/g, "\\$&")}']`;
  if (args.length === 1)
    return [{ type: "json_path", property, operator: isNegated ? "not_exists" : "exists" }];
  const value = literalOf(args[1]);
  if (value === undefined || value === null || isNegated) return null;
  return [{ type: "json_path", property, operator: "equals", value }];
}
