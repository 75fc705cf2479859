import ts from "typescript";
import type { SourceViolation } from "./source-rules.ts";

/** Longest function, apart from JSX and tables. Source: STYLE.md. */
export const FUNCTION_LINES_MAX = 60;
/** A shorter literal is an argument, not a table. */
const TABLE_LINES_MIN = 5;

const PRODUCT = /^packages\/[^/]+\/src\/(?!.*\.test\.tsx?$).*\.tsx?$/;
/** Older files that still break the rule. Remove a file from this list when its functions are split; add none. */
const EXEMPT: ReadonlySet<string> = new Set([
  "packages/cli/src/client.ts",
  "packages/server/src/api/http/app.ts",
  "packages/server/src/api/http/callers/caller.ts",
  "packages/server/src/api/http/events/event-hub.ts",
  "packages/server/src/api/identity/oidc.ts",
  "packages/server/src/api/identity/two-factor.ts",
  "packages/server/src/engine/queue/memory.ts",
  "packages/server/src/engine/queue/nats/deliveries.ts",
  "packages/server/src/engine/queue/nats/job-consumer.ts",
  "packages/server/src/engine/queue/nats/nats-dispatch.ts",
  "packages/server/src/engine/queue/nats/open-nats-queue.ts",
  "packages/server/src/engine/queue/nats/presence.ts",
  "packages/server/src/engine/queue/nats/pull-loop.ts",
  "packages/server/src/engine/queue/nats/reports/report-consumer.ts",
  "packages/server/src/engine/queue/nats/test-runs.ts",
  "packages/server/src/engine/queue/nats/watches.ts",
  "packages/server/src/engine/queue/thread-link.ts",
]);

/** Violations of one file: functions, methods and constructors that are too long to read at a glance. */
export function functionViolations(path: string, text: string): SourceViolation[] {
  if (!PRODUCT.test(path) || EXEMPT.has(path) || text.split("\n").length <= FUNCTION_LINES_MAX) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const linesOf = (node: ts.Node) => lineOf(node.end) - lineOf(node.getStart(file)) + 1;
  const violations: SourceViolation[] = [];

  /** Lines of JSX and of tables, which are data: neither needs to be remembered while the rest is read. */
  function uncountedLines(node: ts.Node): number {
    if (isMarkup(node) || (linesOf(node) >= TABLE_LINES_MIN && isTable(node))) return linesOf(node);
    return childrenOf(node).reduce((sum, child) => sum + uncountedLines(child), 0);
  }

  function visit(node: ts.Node): void {
    if (isFunctionWithBody(node) && linesOf(node) > FUNCTION_LINES_MAX) {
      const lines = linesOf(node) - uncountedLines(node);
      if (lines > FUNCTION_LINES_MAX) {
        const remedy = `A function of ${lines} lines, more than ${FUNCTION_LINES_MAX}: split it, or make it a class.`;
        violations.push({ path, line: lineOf(node.getStart(file)) + 1, rule: "function-lines", remedy });
      }
    }
    ts.forEachChild(node, visit);
  }

  visit(file);
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
