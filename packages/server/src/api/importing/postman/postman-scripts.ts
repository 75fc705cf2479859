import { type Node, type Program, parse } from "acorn";
import { createLineCounter } from "../create-line-counter.ts";
import { type DocumentObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { ImportContext, RequestDraft } from "../request-draft.ts";
import type { PostmanNames } from "./postman-names.ts";
import { chainOf, createScope, type Scope } from "./script-expressions.ts";
import type { AnyNode } from "./script-node.ts";
import { assertionsOf, extractionOf } from "./script-statements.ts";

export type Scripted = Pick<RequestDraft, "assertions" | "extract">;
/** Hand-written scripts are far shorter, and line numbers of bundled ones are meaningless. */
const CODE_LENGTH_MAX = 100_000;
type Script = { where: string; event: DocumentObject; names: PostmanNames };

/**
 * Reads assertions and extractions from the syntax tree of a Postman script, and runs nothing. A statement
 * with one possible meaning becomes an assertion or an extraction; any other is listed.
 */
export function readScript({ where, event, names }: Script, { notes }: ImportContext): Scripted {
  const found: Scripted = { assertions: [], extract: [] };
  const exec = objectOf(event.script).exec;
  const code = Array.isArray(exec) ? exec.map((line) => textOf(line) ?? "").join("\n") : (textOf(exec) ?? "");
  if (code.trim() === "") return found;
  if (event.listen !== "test") {
    notes.add({
      where,
      what: "A script before the request",
      why: "Scripts are not run; only tests are read",
    });
    return found;
  }
  const program = code.length > CODE_LENGTH_MAX ? null : parseScript(code);
  if (program === null) {
    notes.add({ where, what: "A test script", why: "It is no valid JavaScript, or too long to be read" });
    return found;
  }
  const lineAt = createLineCounter(code);
  const unread = readStatements(program.body, { scope: createScope(), found, names });
  for (const { start } of unread) {
    const line = lineAt(start);
    const why = "Scripts are not run, and this line has no counterpart that means the same";
    notes.add({ where: `${where}.script.exec[${line - 1}]`, what: `Line ${line} of a test script`, why });
  }
  return found;
}

function parseScript(code: string): Program | null {
  try {
    return parse(code, {
      ecmaVersion: "latest",
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    // The parser recurses, so unbounded nesting counts as a syntax error.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

type Reading = { scope: Scope; found: Scripted; names: PostmanNames };

/** The statements that could not be converted. */
function readStatements(statements: readonly Node[], reading: Reading): Node[] {
  return statements.flatMap((statement) => readStatement(statement as AnyNode, reading));
}

function readStatement(statement: AnyNode, reading: Reading): Node[] {
  if (statement.type === "EmptyStatement") return [];
  if (statement.type === "VariableDeclaration") {
    const declared = listOf(statement.declarations).map((declaration) =>
      reading.scope.declare(declaration as AnyNode),
    );
    return declared.every(Boolean) ? [] : [statement];
  }
  if (statement.type !== "ExpressionStatement") return [statement];
  const expression = statement.expression as AnyNode;
  const isAssignment =
    expression.type === "AssignmentExpression" && (expression.left as AnyNode).type !== "MemberExpression";
  if (isAssignment) return reading.scope.assign(expression) ? [] : [statement];
  const inner = bodyOfTest(expression);
  if (inner !== null) return readStatements(inner, { ...reading, scope: reading.scope.inner() });
  const assertions = assertionsOf(expression, reading.scope);
  if (assertions !== null) {
    reading.found.assertions.push(...assertions);
    return [];
  }
  const extraction = extractionOf(expression, reading.scope);
  if (extraction === null) return [statement];
  reading.found.extract.push({ ...extraction, name: reading.names.nameOf(extraction.name) });
  return [];
}

/** Reads `pm.test("name", function () { … })`. */
function bodyOfTest(expression: AnyNode): Node[] | null {
  const chain = chainOf(expression);
  if (chain?.path !== "pm.test()") return null;
  const callback = chain.calls[0]?.[1];
  if (callback?.type !== "FunctionExpression" && callback?.type !== "ArrowFunctionExpression") return null;
  const body = callback.body as AnyNode;
  // An arrow function without braces contains one expression.
  if (body.type === "BlockStatement") return listOf(body.body) as Node[];
  return [{ type: "ExpressionStatement", start: body.start, end: body.end, expression: body } as Node];
}
