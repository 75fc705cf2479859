import ts from "typescript";
import type { SourceFile } from "./source-file.ts";
import type { SourceViolation } from "./source-rules.ts";

/** Longest function, apart from JSX and tables. Source: STYLE.md. */
export const FUNCTION_LINES_MAX = 60;
/** A shorter literal is an argument, not a table. */
const TABLE_LINES_MIN = 5;

const PRODUCT = /^packages\/[^/]+\/src\/(?!.*\.test\.tsx?$).*\.tsx?$/;

/** Violations of one file: functions, methods and constructors that are too long. */
export function functionViolations(file: SourceFile): SourceViolation[] {
  const { path } = file;
  if (!PRODUCT.test(path) || file.lineCount <= FUNCTION_LINES_MAX) return [];
  const { tree } = file;
  const getLine = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  const countLines = (node: ts.Node) => getLine(node.end) - getLine(node.getStart(tree)) + 1;
  const violations: SourceViolation[] = [];

  /** Lines of JSX and of tables, which can be read without remembering them. */
  function uncountedLines(node: ts.Node): number {
    if (isMarkup(node) || (countLines(node) >= TABLE_LINES_MIN && isTable(node))) return countLines(node);
    return childrenOf(node).reduce((sum, child) => sum + uncountedLines(child), 0);
  }

  function visit(node: ts.Node): void {
    if (isFunctionWithBody(node) && countLines(node) > FUNCTION_LINES_MAX) {
      const lines = countLines(node) - uncountedLines(node);
      if (lines > FUNCTION_LINES_MAX) {
        const remedy = `A function of ${lines} lines, more than ${FUNCTION_LINES_MAX}: split it, or make it a class.`;
        violations.push({ path, line: getLine(node.getStart(tree)) + 1, rule: "function-lines", remedy });
      }
    }
    ts.forEachChild(node, visit);
  }

  visit(tree);
  return violations;
}

function isFunctionWithBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function isMarkup(node: ts.Node): boolean {
  return ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
}

/** An array of calls or objects, such as a list of routes, or a literal without a function in it. */
function isTable(node: ts.Node): boolean {
  if (!ts.isArrayLiteralExpression(node) && !ts.isObjectLiteralExpression(node)) return false;
  const isList =
    ts.isArrayLiteralExpression(node) &&
    node.elements.every((each) => ts.isCallExpression(each) || ts.isObjectLiteralExpression(each));
  return isList || !hasFunction(node);
}

function hasFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || childrenOf(node).some(hasFunction);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}
