import { listOf } from "../document-value.ts";
import type { AnyNode } from "./script-node.ts";

/**
 * The expression `pm.response.to.have.status(200)` as the path `pm.response.to.have.status()` and the
 * arguments of each call.
 */
export type Chain = { path: string; names: string[]; calls: (readonly AnyNode[])[] };

/** The part of the response that an expression refers to. */
export type Source =
  | { source: "json_path"; expression: string }
  | { source: "header"; expression: string }
  | { source: "status_code" | "response_time" | "body" };

export type Scope = {
  /** Records the value of a name; false if it is unknown. */
  declare(declaration: AnyNode): boolean;
  /** Does the same for `name = value`. */
  assign(assignment: AnyNode): boolean;
  sourceOf(expression: AnyNode): Source | null;
  inner(): Scope;
};

const LENGTH_MAX = 50;

/** Returns null for anything other than a chain of names, calls and fields. */
export function chainOf(expression: AnyNode): Chain | null {
  const names: string[] = [];
  const calls: (readonly AnyNode[])[] = [];
  let node = expression;
  for (let length = 0; length < LENGTH_MAX; length++) {
    const isCall = node.type === "CallExpression";
    if (isCall) {
      calls.unshift(listOf(node.arguments) as AnyNode[]);
      node = node.callee as AnyNode;
    }
    const name = node.type === "Identifier" ? String(node.name) : fieldName(node);
    if (typeof name !== "string") return null;
    names.unshift(isCall ? `${name}()` : name);
    if (node.type === "Identifier") return { path: names.join("."), names, calls };
    node = node.object as AnyNode;
  }
  return null;
}

export function createScope(outer: ReadonlyMap<string, Source> = new Map()): Scope {
  const known = new Map(outer);

  function sourceOf(expression: AnyNode, depth = 0): Source | null {
    if (depth > LENGTH_MAX) return null;
    if (expression.type === "AwaitExpression") return sourceOf(expression.argument as AnyNode, depth + 1);
    // `json?.id`: a missing field gives the same result either way.
    if (expression.type === "ChainExpression") return sourceOf(expression.expression as AnyNode, depth + 1);
    if (expression.type === "Identifier") return known.get(String(expression.name)) ?? legacyName(expression);
    const chain = chainOf(expression);
    const whole = chain && wholeSource(chain);
    if (whole) return whole;
    if (expression.type !== "MemberExpression") return null;
    const field = fieldName(expression);
    if (typeof field === "string" && (expression.object as AnyNode).name === "responseHeaders") {
      return { source: "header", expression: field };
    }
    const from = sourceOf(expression.object as AnyNode, depth + 1);
    // A list's length is not a field of the JSON.
    if (field === null || field === "length" || from?.source !== "json_path") return null;
    return { source: "json_path", expression: `${from.expression}${segment(field)}` };
  }

  /** Binds `name`, or `{ field, other: name }`, whose fields are those of the source. */
  function learn(target: AnyNode, value: AnyNode): boolean {
    const source = sourceOf(value);
    if (target.type === "Identifier") {
      if (source === null) known.delete(String(target.name));
      else known.set(String(target.name), source);
      return source !== null;
    }
    if (target.type !== "ObjectPattern" || source?.source !== "json_path") return false;
    const named = (listOf(target.properties) as AnyNode[]).map((property) => {
      const key = property.key as AnyNode | undefined;
      const alias = property.value as AnyNode | undefined;
      if (property.computed === true || key?.type !== "Identifier" || alias?.type !== "Identifier")
        return false;
      const expression = `${source.expression}${segment(String(key.name))}`;
      known.set(String(alias.name), { source: "json_path", expression });
      return true;
    });
    return named.every(Boolean);
  }

  return {
    sourceOf: (expression) => sourceOf(expression),
    inner: () => createScope(known),
    declare({ id, init }) {
      // `let json;` has no value yet.
      return init === null ? (id as AnyNode).type === "Identifier" : learn(id as AnyNode, init as AnyNode);
    },
    assign: ({ left, right, operator }) => operator === "=" && learn(left as AnyNode, right as AnyNode),
  };
}

/** The whole response, or one of its parts other than a field of its JSON. */
function wholeSource({ path, calls }: Chain): Source | null {
  switch (path) {
    case "pm.response.json()":
      return { source: "json_path", expression: "$" };
    case "JSON.parse()": {
      const of = calls[0]?.[0];
      const isBody =
        of !== undefined && /^(responseBody|pm\.response\.text\(\))$/.test(chainOf(of)?.path ?? "");
      return isBody ? { source: "json_path", expression: "$" } : null;
    }
    case "pm.response.text()":
      return { source: "body" };
    case "pm.response.code":
    case "responseCode.code":
      return { source: "status_code" };
    case "pm.response.responseTime":
      return { source: "response_time" };
    case "pm.response.headers.get()":
    case "postman.getResponseHeader()": {
      const name = literalOf(calls[0]?.[0]);
      return typeof name === "string" ? { source: "header", expression: name } : null;
    }
    default:
      return null;
  }
}

function legacyName({ name }: AnyNode): Source | null {
  if (name === "responseBody") return { source: "body" };
  return name === "responseTime" ? { source: "response_time" } : null;
}

/** Returns the value of a literal, or undefined. */
export function literalOf(node: AnyNode | undefined): string | number | boolean | null | undefined {
  if (node?.type === "UnaryExpression" && node.operator === "-") {
    const value = literalOf(node.argument as AnyNode);
    return typeof value === "number" ? -value : undefined;
  }
  if (node?.type === "TemplateLiteral" && listOf(node.expressions).length === 0) {
    const [quasi] = listOf(node.quasis) as { value?: { cooked?: string } }[];
    return quasi?.value?.cooked;
  }
  if (node?.type !== "Literal") return undefined;
  const { value } = node;
  return typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean" ||
    value === null
    ? value
    : undefined;
}

/** Returns the field that an expression reads, or null for a computed one and for any other expression. */
function fieldName(member: AnyNode): string | number | null {
  if (member.type !== "MemberExpression") return null;
  const property = member.property as AnyNode;
  if (member.computed !== true) return property.type === "Identifier" ? String(property.name) : null;
  const value = literalOf(property);
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? value : null;
  return typeof value === "string" ? value : null;
}

function segment(field: string | number): string {
  if (typeof field === "number") return `[${field}]`;
  return /^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `['${field.replaceAll(/[\\']/g, "\\$&")}']`;
}
