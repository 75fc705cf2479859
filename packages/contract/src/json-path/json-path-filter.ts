import { type JSONPathQuery, jsonpath } from "json-p3";
import { RE2JS } from "re2js";
import { PATTERN_LENGTH_MAX, PROGRAM_SIZE_MAX } from "../assertions/pattern-limits.ts";
import { type JsonPathScope, type JsonValue, spend, type Walk } from "./json-path-model.ts";

/** Compiles a filter to a test of one child. Takes `compileQuery` because queries and filters contain each other. */
export function compileFilter(expression: Expression, compileQuery: CompileQuery): Test {
  if (expression instanceof ast.LogicalExpression) return compileFilter(expression.expression, compileQuery);
  if (expression instanceof ast.PrefixExpression) {
    const inner = compileFilter(expression.right, compileQuery);
    return (current, scope) => !inner(current, scope);
  }
  if (expression instanceof ast.InfixExpression) return compileInfix(expression, compileQuery);
  if (expression instanceof ast.FilterQuery) {
    const find = compileNodes(expression, compileQuery);
    return (current, scope) => find(current, scope, stop);
  }
  if (expression instanceof ast.FunctionExtension) return compilePatternTest(expression, compileQuery);
  throw new Error("has a filter that RFC 9535 does not define");
}

const ast = jsonpath.expressions;
type Expression = jsonpath.expressions.FilterExpression;
type CompileQuery = (query: JSONPathQuery) => Walk;
type Test = (current: JsonValue, scope: JsonPathScope) => boolean;
/** Undefined represents Nothing of RFC 9535. */
type Compute = (current: JsonValue, scope: JsonPathScope) => JsonValue | undefined;

function compileInfix(
  { left, operator, right }: jsonpath.expressions.InfixExpression,
  compileQuery: CompileQuery,
): Test {
  if (operator === "&&" || operator === "||") {
    const first = compileFilter(left, compileQuery);
    const second = compileFilter(right, compileQuery);
    return operator === "&&"
      ? (current, scope) => first(current, scope) && second(current, scope)
      : (current, scope) => first(current, scope) || second(current, scope);
  }
  const a = compileValue(left, compileQuery);
  const b = compileValue(right, compileQuery);
  return (current, scope) => compare(a(current, scope), operator, { right: b(current, scope), scope });
}

function compileNodes(query: jsonpath.expressions.FilterQuery, compileQuery: CompileQuery): Walk {
  const walk = compileQuery(query.path);
  if (query instanceof ast.RelativeQuery) return walk;
  return (_current, scope, take) => walk(scope.root, scope, take);
}

function compileValue(expression: Expression, compileQuery: CompileQuery): Compute {
  if (expression instanceof ast.NullLiteral) return () => null;
  if (
    expression instanceof ast.BooleanLiteral ||
    expression instanceof ast.StringLiteral ||
    expression instanceof ast.NumberLiteral
  ) {
    const { value } = expression;
    return () => value;
  }
  if (expression instanceof ast.FilterQuery) {
    const find = compileNodes(expression, compileQuery);
    return (current, scope) => firstMatch(find, current, scope);
  }
  if (expression instanceof ast.FunctionExtension) return compileValueFunction(expression, compileQuery);
  throw new Error("has a value that RFC 9535 does not define");
}

function compileValueFunction(
  { name, args }: jsonpath.expressions.FunctionExtension,
  compileQuery: CompileQuery,
): Compute {
  const [argument] = args;
  if (argument && name === "length") {
    const measured = compileValue(argument, compileQuery);
    return (current, scope) => lengthOf(measured(current, scope), scope);
  }
  if (argument instanceof ast.FilterQuery && (name === "count" || name === "value")) {
    const find = compileNodes(argument, compileQuery);
    return name === "count"
      ? (current, scope) => countOf(find, current, scope)
      : (current, scope) => onlyOne(find, current, scope);
  }
  throw new Error(`has a function '${name}' that RFC 9535 does not define`);
}

/** Returns the first match and stops there; undefined if there is no match. */
export function firstMatch(find: Walk, value: JsonValue, scope: JsonPathScope): JsonValue | undefined {
  let first: JsonValue | undefined;
  find(value, scope, (match) => {
    first = match;
    return true;
  });
  return first;
}

const stop = () => true;

function countOf(find: Walk, value: JsonValue, scope: JsonPathScope): number {
  let count = 0;
  find(value, scope, () => {
    count += 1;
    return false;
  });
  return count;
}

/** Returns the only match; undefined if there is none or more than one. */
function onlyOne(find: Walk, value: JsonValue, scope: JsonPathScope): JsonValue | undefined {
  let only: JsonValue | undefined;
  const hasSecond = find(value, scope, (match) => {
    if (only !== undefined) return true;
    only = match;
    return false;
  });
  return hasSecond ? undefined : only;
}

/** Characters, elements or members. Source: RFC 9535, section 2.4.4. */
function lengthOf(value: JsonValue | undefined, scope: JsonPathScope): number | undefined {
  if (typeof value === "string") {
    spend(scope, value.length / CHARACTERS_PER_STEP);
    let count = 0;
    for (const _ of value) count++;
    return count;
  }
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null) return undefined;
  const { length } = Object.keys(value);
  spend(scope, length);
  return length;
}

function compilePatternTest(
  { name, args }: jsonpath.expressions.FunctionExtension,
  compileQuery: CompileQuery,
): Test {
  const [textArgument, patternArgument] = args;
  if (!textArgument || !patternArgument || (name !== "match" && name !== "search")) {
    throw new Error(`has a function '${name}' that RFC 9535 does not define`);
  }
  const textOf = compileValue(textArgument, compileQuery);
  const patternOf = compileValue(patternArgument, compileQuery);
  const fixed = patternArgument instanceof ast.StringLiteral ? compileIRegexp(patternArgument.value) : null;
  return (current, scope) => {
    const text = textOf(current, scope);
    if (typeof text !== "string") return false;
    const pattern = fixed ?? compileFound(patternOf(current, scope), scope);
    if (!pattern) return false;
    spend(scope, 1 + (pattern.programSize() * text.length) / CHARACTERS_PER_STEP);
    return name === "match" ? pattern.testExact(text) : pattern.test(text);
  };
}

/** Compiles a pattern from the document; an invalid pattern matches nothing. */
function compileFound(pattern: JsonValue | undefined, scope: JsonPathScope): RE2JS | null {
  if (typeof pattern !== "string") return null;
  spend(scope, COMPILE_STEPS + pattern.length);
  return compileIRegexp(pattern);
}

/** Compiles an I-Regexp (RFC 9485), in which a dot matches everything except line breaks; null if it is invalid. */
function compileIRegexp(pattern: string): RE2JS | null {
  if (pattern.length > PATTERN_LENGTH_MAX) return null;
  try {
    const parts = pattern.match(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g) ?? [];
    const compiled = RE2JS.compile(parts.map((part) => (part === "." ? "[^\\n\\r]" : part)).join(""));
    return compiled.programSize() > PROGRAM_SIZE_MAX ? null : compiled;
  } catch {
    return null;
  }
}

type Right = { right: JsonValue | undefined; scope: JsonPathScope };

/** Source: RFC 9535, section 2.3.5.2.2. */
function compare(left: JsonValue | undefined, operator: string, { right, scope }: Right): boolean {
  switch (operator) {
    case "==":
      return equal(left, right, scope);
    case "!=":
      return !equal(left, right, scope);
    case "<":
      return less(left, right, scope);
    case ">":
      return less(right, left, scope);
    case "<=":
      return less(left, right, scope) || equal(left, right, scope);
    case ">=":
      return less(right, left, scope) || equal(left, right, scope);
    default:
      throw new Error(`has an operator '${operator}' that RFC 9535 does not define`);
  }
}

function less(left: JsonValue | undefined, right: JsonValue | undefined, scope: JsonPathScope): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  if (typeof left !== "string" || typeof right !== "string") return false;
  spend(scope, left.length / CHARACTERS_PER_STEP);
  return left < right;
}

/** Deep equality. Uses an explicit stack because documents may have any depth. */
function equal(left: JsonValue | undefined, right: JsonValue | undefined, scope: JsonPathScope): boolean {
  const waiting = [[left, right]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [a, b] = pair;
    spend(scope, typeof a === "string" ? 1 + a.length / CHARACTERS_PER_STEP : 1);
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    spend(scope, names.length);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      waiting.push([member(a, name), member(b, name)]);
    }
  }
  return true;
}

function member(value: JsonValue[] | { [name: string]: JsonValue }, name: string): JsonValue | undefined {
  return Array.isArray(value) ? value[Number(name)] : value[name];
}

/** Number of characters that take about as long as one step. */
const CHARACTERS_PER_STEP = 16;
/** Compiling a small pattern takes about 50 µs. */
const COMPILE_STEPS = 300;
