import type { Node } from "acorn";
import { hasReference } from "../variables/template.ts";

/** Syntax helpers of the script converter: chains of calls, and literal values. */

/** The common part of acorn's node types that the converter uses. */
export type AnyNode = Node & Readonly<Record<string, unknown>>;

/** Why a statement has no equivalent step; caught only where statements are listed. */
export class NotConvertibleError extends Error {}

/** `.name(…)`, or `.name` without arguments. */
export type Link = { name: string; args: readonly AnyNode[] | null };
/** The root of a chain of calls, and its links from left to right. */
export type Chain = { root: AnyNode; links: Link[] };

/** Iterates instead of recursing, because a chain may be longer than the stack allows. */
export function chainOf(expression: AnyNode): Chain {
  const links: Link[] = [];
  let node = expression;
  let args: readonly AnyNode[] | null = null;
  for (;;) {
    if (node.type === "CallExpression" && args === null) {
      const callee = node.callee as AnyNode;
      if (callee.type !== "MemberExpression" || node.optional === true) break;
      args = node.arguments as AnyNode[];
      node = callee;
    } else if (node.type === "MemberExpression") {
      const name = nameOfMember(node);
      if (name === null) throw new NotConvertibleError("the name of the call is known only at run time");
      links.push({ name, args });
      args = null;
      node = node.object as AnyNode;
    } else break;
  }
  return { root: node, links: links.reverse() };
}

function nameOfMember(member: AnyNode): string | null {
  const property = member.property as AnyNode;
  if (member.computed === true) return property.type === "Literal" ? String(property.value) : null;
  return property.type === "Identifier" ? String(property.name) : null;
}

/** Returns the name of an identifier, or null for any other node. */
export function nameOf(node: AnyNode | null | undefined): string | null {
  return node?.type === "Identifier" ? String(node.name) : null;
}

/** Returns the arguments of `name(…)`, or null for any other node. */
export function argumentsOf(node: AnyNode, name: string): readonly AnyNode[] | null {
  if (node.type !== "CallExpression" || nameOf(node.callee as AnyNode) !== name) return null;
  return node.arguments as AnyNode[];
}

/** Returns the statements of `() => { … }`, `() => …` and `function () { … }`, or null for any other node. */
export function bodyOf(node: AnyNode | undefined): readonly AnyNode[] | null {
  if (node?.type !== "ArrowFunctionExpression" && node?.type !== "FunctionExpression") return null;
  const body = node.body as AnyNode;
  if (body.type === "BlockStatement") return body.body as AnyNode[];
  return [{ ...body, type: "ExpressionStatement", expression: body }];
}

/** Like `apiMonitorBody`, for a function whose result is awaited, such as `() => page.goto(…)` in a test step. */
export function awaitedBodyOf(node: AnyNode | undefined): readonly AnyNode[] | null {
  const isExpression = node?.type === "ArrowFunctionExpression" && node.expression === true;
  const body = bodyOf(node);
  const expression = node?.body as AnyNode;
  if (!isExpression || body === null || expression.type === "AwaitExpression") return body;
  return body.map((statement) => ({
    ...statement,
    expression: { ...expression, type: "AwaitExpression", argument: expression },
  }));
}

/** Returns a literal text without variables. */
export function readLiteral(node: AnyNode | undefined): string {
  const text = node && literalOf(node);
  if (typeof text !== "string") throw new NotConvertibleError("one of its texts is known only at run time");
  if (hasReference(text))
    throw new NotConvertibleError("a step would interpret {{…}} in its text as a variable");
  return text;
}

/** Returns a literal text that may contain organization variables: `vars.NAME` becomes `{{NAME}}`. */
export function readText(node: AnyNode | undefined): string {
  if (node === undefined) throw new NotConvertibleError("it has no text");
  const variable = variableOf(node);
  if (variable !== null) return variable;
  if (node.type !== "TemplateLiteral") return readLiteral(node);
  const texts = (node.quasis as AnyNode[]).map(cookedOf);
  if (texts.some(hasReference))
    throw new NotConvertibleError("a step would interpret {{…}} in its text as a variable");
  const variables = (node.expressions as AnyNode[]).map((expression) => {
    const reference = variableOf(expression);
    if (reference === null) throw new NotConvertibleError("one of its texts is known only at run time");
    return reference;
  });
  return texts.map((text, index) => text + (variables[index] ?? "")).join("");
}

/** `vars.NAME` and `process.env.NAME`, the references that scripts use. */
function variableOf(node: AnyNode): string | null {
  if (node.type !== "MemberExpression") return null;
  const { root, links } = chainOf(node);
  const names = [nameOf(root), ...links.map(({ name, args }) => (args === null ? name : null))];
  const [name] = names.slice(names[0] === "vars" ? 1 : 2);
  const isVariable =
    (names[0] === "vars" && names.length === 2) ||
    (names[0] === "process" && names[1] === "env" && names.length === 3);
  return isVariable && /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name ?? "") ? `{{${name}}}` : null;
}

function literalOf(node: AnyNode): unknown {
  if (node.type === "Literal") return node.value;
  if (node.type === "TemplateLiteral" && (node.expressions as AnyNode[]).length === 0) {
    return (node.quasis as AnyNode[]).map(cookedOf).join("");
  }
  if (node.type === "UnaryExpression" && node.operator === "-") {
    const value = literalOf(node.argument as AnyNode);
    return typeof value === "number" ? -value : undefined;
  }
  return undefined;
}

function cookedOf(quasi: AnyNode): string {
  return (quasi.value as { cooked: string | null }).cooked ?? "";
}

export function readNumber(node: AnyNode | undefined): number {
  const value = node && literalOf(node);
  if (typeof value !== "number")
    throw new NotConvertibleError("one of its numbers is known only at run time");
  return value;
}

export function readBoolean(node: AnyNode): boolean {
  if (node.type === "Literal" && typeof node.value === "boolean") return node.value;
  throw new NotConvertibleError("one of its options is known only at run time");
}

export type WrittenPattern = { pattern: string; flags: string };

/** Returns a regular expression literal, or null for any other node. */
export function patternIn(node: AnyNode | undefined): WrittenPattern | null {
  return node?.type === "Literal" && node.regex ? (node.regex as WrittenPattern) : null;
}

/** Returns the fields of an object literal; empty if there is no object. */
export function readFields(node: AnyNode | undefined): Map<string, AnyNode> {
  const fields = new Map<string, AnyNode>();
  if (node === undefined) return fields;
  if (node.type !== "ObjectExpression")
    throw new NotConvertibleError("its options are known only at run time");
  for (const property of node.properties as AnyNode[]) {
    const key = property.key as AnyNode | undefined;
    if (property.type !== "Property" || property.computed === true || key === undefined) {
      throw new NotConvertibleError("its options are known only at run time");
    }
    fields.set(nameOf(key) ?? String(key.value), property.value as AnyNode);
  }
  return fields;
}

/** Reads the timeout, the only option that every call and every step support. */
export function readTimeout(options: AnyNode | undefined): { timeout_ms?: number } {
  const fields = readFields(options);
  for (const name of fields.keys()) {
    if (name !== "timeout")
      throw new NotConvertibleError(`a step does not support the option '${name}' for this call`);
  }
  return fields.has("timeout") ? { timeout_ms: readNumber(fields.get("timeout")) } : {};
}

/** Throws if a call has more arguments than a step can represent. */
export function assertArguments(args: readonly AnyNode[], most: number): void {
  if (args.length > most) throw new NotConvertibleError("it has more arguments than a step has fields");
}
