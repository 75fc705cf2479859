import ts from "typescript";
import type { SourceFile } from "./source-file.ts";

/** A violation of a rule that import rules cannot detect, because it concerns globals or file size. */
export type SourceViolation = { path: string; line: number; rule: string; remedy: string };

/** Maximum lines of a file. Source: STYLE.md. */
export const FILE_LINES_MAX = 500;

/**
 * Returns the violations of one file. Analyzes the syntax, so comments and strings are not affected.
 */
export function sourceViolations(file: SourceFile): SourceViolation[] {
  return [...lengthViolations(file), ...globalViolations(file)];
}

function lengthViolations({ path, lineCount }: SourceFile): SourceViolation[] {
  if (lineCount <= FILE_LINES_MAX) return [];
  const remedy = `${lineCount} lines, more than ${FILE_LINES_MAX}: split it.`;
  return [{ path, line: FILE_LINES_MAX + 1, rule: "file-length", remedy }];
}

/** A global that only some folders may use. */
type GlobalRule = {
  rule: string;
  remedy: string;
  /** Paths to which the rule applies. */
  within: RegExp;
  /** Exceptions within these paths. */
  allowed: RegExp;
  isViolation(node: ts.Node, file: FileNames): boolean;
};

/** Names that the file itself declares or imports; they do not refer to the global. */
type FileNames = ReadonlySet<string>;

const TESTS = /\.test\.tsx?$/;

const GLOBAL_RULES: readonly GlobalRule[] = [
  {
    rule: "files-only-by-own-files",
    remedy:
      "use ownFile or programFile (platform/kernel/own-files.ts), so that the bundle finds the file as well.",
    within: /^packages\/server\/src\//,
    allowed: /^packages\/server\/src\/platform\/kernel\/own-files\.ts$/,
    isViolation: (node) => ts.isMetaProperty(node),
  },
  {
    rule: "environment-only-in-config",
    remedy: "add the key to packages/server/src/platform/config/ and take the value as a parameter.",
    within: /^packages\/[^/]+\/src\//,
    // main.ts passes the environment to config/ without reading it; start.ts of the command line does the same.
    allowed: /^packages\/(server\/src\/(platform\/config\/|main\.ts$)|cli\/src\/start\.ts$)/,
    isViolation: (node, names) =>
      isMember(node, names, "process", ["env"]) || isImportOf(node, "process", "env"),
  },
  {
    rule: "clock-only-in-kernel",
    remedy: "take a Clock (platform/kernel/clock.ts) as a parameter.",
    within: /^packages\/(server|contract)\/src\//,
    allowed: /^packages\/server\/src\/platform\/kernel\/clock\.ts$/,
    isViolation: (node, names) =>
      isMember(node, names, "Date", ["now"]) ||
      isMember(node, names, "performance", ["now", "timeOrigin"]) ||
      isMember(node, names, "process", ["hrtime", "uptime"]) ||
      isImportOf(node, "process", "hrtime") ||
      isImportOf(node, "perf_hooks", "performance") ||
      isBareDate(node, names),
  },
  {
    rule: "network-only-in-net",
    remedy: "dial through packages/server/src/platform/net/, which applies the egress policy.",
    within: /^packages\/(server|contract)\/src\//,
    allowed: /^packages\/server\/src\/(platform\/net|engine\/checks\/http)\//,
    isViolation: (node, names) =>
      isGlobal(node, names, ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]),
  },
];

function globalViolations(file: SourceFile): SourceViolation[] {
  const { path } = file;
  const rules = GLOBAL_RULES.filter(
    ({ within, allowed }) => within.test(path) && !allowed.test(path) && !TESTS.test(path),
  );
  if (rules.length === 0 || !/\.tsx?$/.test(path)) return [];
  const source = file.tree;
  const names = declaredNames(source);
  const violations: SourceViolation[] = [];
  const visit = (node: ts.Node): void => {
    for (const { rule, remedy, isViolation } of rules) {
      if (!isViolation(node, names)) continue;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      violations.push({ path, line, rule, remedy });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return violations;
}

/** `object.member`, `object["member"]`, `globalThis.object.member` and `const { member } = object`. */
function isMember(node: ts.Node, names: FileNames, object: string, members: readonly string[]): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return members.includes(node.name.text) && isGlobalObject(node.expression, names, object);
  }
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return members.includes(node.argumentExpression.text) && isGlobalObject(node.expression, names, object);
  }
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name)) return false;
  if (node.initializer === undefined || !isGlobalObject(node.initializer, names, object)) return false;
  return node.name.elements.some((element) =>
    members.includes((element.propertyName ?? element.name).getText()),
  );
}

/** `import process from "node:process"` refers to the same object as the global, so such an import hides nothing. */
function isGlobalObject(node: ts.Expression, names: FileNames, object: string): boolean {
  if (ts.isIdentifier(node)) return node.text === object && !names.has(object);
  return ts.isPropertyAccessExpression(node) && node.name.text === object && isGlobalThis(node.expression);
}

/** Returns whether a node is the global itself as an expression, not a property name or a type. */
function isGlobal(node: ts.Node, names: FileNames, wanted: readonly string[]): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return wanted.includes(node.name.text) && isGlobalThis(node.expression);
  }
  if (!ts.isIdentifier(node) || !wanted.includes(node.text) || names.has(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isExpression(parent) || ts.isVariableDeclaration(parent) || ts.isShorthandPropertyAssignment(parent)
  );
}

function isGlobalThis(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && (node.text === "globalThis" || node.text === "global");
}

/** `new Date()` and `Date()` read the clock; `new Date(value)` only converts. */
function isBareDate(node: ts.Node, names: FileNames): boolean {
  if (ts.isNewExpression(node)) {
    return (node.arguments ?? []).length === 0 && isGlobalObject(node.expression, names, "Date");
  }
  return ts.isCallExpression(node) && isGlobalObject(node.expression, names, "Date");
}

function isImportOf(node: ts.Node, module: string, name: string): boolean {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false;
  if (![module, `node:${module}`].includes(node.moduleSpecifier.text)) return false;
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.some((element) => (element.propertyName ?? element.name).text === name);
}

/** Returns the names of parameters, variables and functions: injected dependencies are what the rules require. */
function declaredNames(source: ts.SourceFile): FileNames {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isDeclaration =
      ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node);
    if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
