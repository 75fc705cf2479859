import { isBuiltin, stripTypeScriptTypes } from "node:module";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { missingModuleText, SCRIPT_PACKAGES } from "@vedette/contract/journeys/script-modules.ts";
import { type AnyNode, parse } from "acorn";

/** A longer list does not help: it usually has one cause. */
const ERRORS_MAX = 20;
/** Characters of a module's name that an error message repeats. */
const NAME_LENGTH_MAX = 100;

/**
 * Returns the modules that a script imports and runners do not provide, each with its line. A script with a
 * syntax error has none: its run reports the error. Type-only imports are ignored, and so are imports within
 * `try` and imports of computed names, because they may be optional. Pure.
 */
export function findImportErrors(script: string): ErrorDetail[] {
  const errors = new Map<string, ErrorDetail>();
  for (const { name, line } of importedModules(script)) {
    if (isAvailable(name)) continue;
    const message = `Line ${line}: ${missingModuleText(name.slice(0, NAME_LENGTH_MAX))}`;
    errors.set(message, { path: "script", message });
  }
  return [...errors.values()].slice(0, ERRORS_MAX);
}

/** The sandbox runs scripts on the same Node version as this process. */
function isAvailable(name: string): boolean {
  return isBuiltin(name) || SCRIPT_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`));
}

type ImportedModule = { name: string; line: number };

function importedModules(script: string): ImportedModule[] {
  const { code, hasLines } = withoutTypes(script);
  const imports: ImportedModule[] = [];
  const pending: { node: AnyNode; isInTry: boolean }[] = [];
  const program = parsed(code);
  if (program !== null) pending.push({ node: program, isInTry: false });
  // An explicit stack instead of recursion: a script may be nested deeper than the call stack.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, isInTry } = next;
    const name = moduleOf(node, { code, isInTry });
    if (name !== null) imports.push({ name, line: hasLines ? lineAt(node) : lineOfName(script, name) });
    for (const [key, value] of Object.entries(node)) {
      const isBlock = node.type === "TryStatement" && key === "block";
      for (const child of [value].flat()) {
        if (isNode(child)) pending.push({ node: child, isInTry: isInTry || isBlock });
      }
    }
  }
  return imports.sort((one, other) => one.line - other.line);
}

function lineAt(node: AnyNode): number {
  return node.loc?.start.line ?? 1;
}

/** Returns the first line that contains the quoted name. */
function lineOfName(script: string, name: string): number {
  const lines = script.split("\n");
  return lines.findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`)) + 1 || 1;
}

type StrippedScript = { code: string; hasLines: boolean };

/** Line numbers stay unchanged unless the script has syntax, such as enums, that has to be transformed. */
function withoutTypes(script: string): StrippedScript {
  for (const mode of ["strip", "transform"] as const) {
    try {
      return { code: stripTypeScriptTypes(script, { mode }), hasLines: mode === "strip" };
    } catch {
      // Not strippable in this mode, or a syntax error; its run reports the error.
    }
  }
  return { code: "", hasLines: true };
}

function parsed(code: string): AnyNode | null {
  try {
    return parse(code, {
      ecmaVersion: "latest",
      sourceType: "module",
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
  } catch {
    return null;
  }
}

function moduleOf(node: AnyNode, { code, isInTry }: { code: string; isInTry: boolean }): string | null {
  switch (node.type) {
    case "ImportDeclaration": {
      // An `import { type A } from …` has lost its names and does not exist at run time.
      const isTypeOnly =
        node.specifiers.length === 0 && code.slice(node.start, node.source.start).includes("{");
      return isTypeOnly ? null : textOf(node.source);
    }
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return textOf(node.source);
    case "ImportExpression":
      return isInTry ? null : textOf(node.source);
    case "CallExpression": {
      const isRequire = node.callee.type === "Identifier" && node.callee.name === "require";
      return isRequire && !isInTry && node.arguments.length === 1 ? textOf(node.arguments[0]) : null;
    }
    default:
      return null;
  }
}

function textOf(node: AnyNode | null | undefined): string | null {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
