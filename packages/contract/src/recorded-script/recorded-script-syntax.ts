import type { Node } from "acorn";
import { hasReference } from "../variables/template.ts";

/** What the converter of recorded scripts reads from syntax: chains of calls, and values that are written out. */

/** What acorn's union of all nodes has in common, as far as it is looked at here. */
export type AnyNode = Node & Readonly<Record<string, unknown>>;

/** Why a statement has no equal among steps; caught where statements are listed, and nowhere else. */
export class NoEqualError extends Error {}

/** `.name(…)`, or `.name` where there are no arguments. */
export type Link = { name: string; args: readonly AnyNode[] | null };
/** What a chain of calls begins with, and its links from left to right. */
export type Chain = { root: AnyNode; links: Link[] };

/** Walks in a loop, for a chain may be longer than the stack is deep. */
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
      if (name === null) throw new NoEqualError("which call it is turns out when it runs");
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

/** The name of an identifier; null for anything else. */
export function nameOf(node: AnyNode | null | undefined): string | null {
  return node?.type === "Identifier" ? String(node.name) : null;
}

/** `name(…)`, whose arguments are answered; null for anything else. */
export function argumentsOf(node: AnyNode, name: string): readonly AnyNode[] | null {
  if (node.type !== "CallExpression" || nameOf(node.callee as AnyNode) !== name) return null;
  return node.arguments as AnyNode[];
}

/** The statements of `() => { … }`, `() => …` and `function () { … }`; null for anything else. */
export function bodyOf(node: AnyNode | undefined): readonly AnyNode[] | null {
  if (node?.type !== "ArrowFunctionExpression" && node?.type !== "FunctionExpression") return null;
  const body = node.body as AnyNode;
  if (body.type === "BlockStatement") return body.body as AnyNode[];
  return [{ ...body, type: "ExpressionStatement", expression: body }];
}

/** The same of a function whose answer is waited for, as that of `() => page.goto(…)` in a test step. */
export function awaitedBodyOf(node: AnyNode | undefined): readonly AnyNode[] | null {
  const isAnswer = node?.type === "ArrowFunctionExpression" && node.expression === true;
  const body = bodyOf(node);
  const answer = node?.body as AnyNode;
  if (!isAnswer || body === null || answer.type === "AwaitExpression") return body;
  return body.map((statement) => ({
    ...statement,
    expression: { ...answer, type: "AwaitExpression", argument: answer },
  }));
}

/** A text that is written out, without variables. */
export function readLiteral(node: AnyNode | undefined): string {
  const text = node && literalOf(node);
  if (typeof text !== "string") throw new NoEqualError("a text of it is known only when it runs");
  if (hasReference(text)) throw new NoEqualError("a step would read {{…}} in its text as a variable");
  return text;
}

/** A text that is written out, in which variables of the organization may stand: `vars.NAME` is `{{NAME}}`. */
export function readText(node: AnyNode | undefined): string {
  if (node === undefined) throw new NoEqualError("it has no text");
  const variable = variableOf(node);
  if (variable !== null) return variable;
  if (node.type !== "TemplateLiteral") return readLiteral(node);
  const texts = (node.quasis as AnyNode[]).map(cookedOf);
  if (texts.some(hasReference)) throw new NoEqualError("a step would read {{…}} in its text as a variable");
  const variables = (node.expressions as AnyNode[]).map((expression) => {
    const reference = variableOf(expression);
    if (reference === null) throw new NoEqualError("a text of it is known only when it runs");
    return reference;
  });
  return texts.map((text, index) => text + (variables[index] ?? "")).join("");
}

/** `vars.NAME` and `process.env.NAME`, as scripts name variables. */
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
  if (typeof value !== "number") throw new NoEqualError("a number of it is known only when it runs");
  return value;
}

export function readBoolean(node: AnyNode): boolean {
  if (node.type === "Literal" && typeof node.value === "boolean") return node.value;
  throw new NoEqualError("an option of it is known only when it runs");
}

export type WrittenPattern = { pattern: string; flags: string };

/** A regular expression that is written out; null for anything else. */
export function patternIn(node: AnyNode | undefined): WrittenPattern | null {
  return node?.type === "Literal" && node.regex ? (node.regex as WrittenPattern) : null;
}

/** The fields of an object that is written out; none where there is no object. */
export function readFields(node: AnyNode | undefined): Map<string, AnyNode> {
  const fields = new Map<string, AnyNode>();
  if (node === undefined) return fields;
  if (node.type !== "ObjectExpression") throw new NoEqualError("options of it are known only when it runs");
  for (const property of node.properties as AnyNode[]) {
    const key = property.key as AnyNode | undefined;
    if (property.type !== "Property" || property.computed === true || key === undefined) {
      throw new NoEqualError("options of it are known only when it runs");
    }
    fields.set(nameOf(key) ?? String(key.value), property.value as AnyNode);
  }
  return fields;
}

/** The step's own time, which is the one option that every call and every step have. */
export function readTimeout(options: AnyNode | undefined): { timeout_ms?: number } {
  const fields = readFields(options);
  for (const name of fields.keys()) {
    if (name !== "timeout") throw new NoEqualError(`a step has no option '${name}' for it`);
  }
  return fields.has("timeout") ? { timeout_ms: readNumber(fields.get("timeout")) } : {};
}

/** For calls that take no more than that. */
export function assertArguments(args: readonly AnyNode[], most: number): void {
  if (args.length > most) throw new NoEqualError("it has more arguments than a step has fields");
}
