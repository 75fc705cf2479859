import { isBuiltin, stripTypeScriptTypes } from "node:module";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { missingModuleText, SCRIPT_PACKAGES } from "@vedette/contract/journeys/script-modules.ts";
import { type AnyNode, parse } from "acorn";

/** As many as help; a script with more has one cause. */
const FAULTS_MAX = 20;
/** Characters of a module's name that an answer repeats. */
const NAME_LENGTH_MAX = 100;

/**
 * The modules that a script asks for and no runner has, each with its line. A script whose syntax cannot be read has
 * none: its run says what is wrong with it. Types are no modules, and what a script asks for within `try`, or by a
 * name that it makes up while it runs, it may do without. Pure.
 */
export function scriptImportFaults(script: string): ErrorDetail[] {
  const faults = new Map<string, ErrorDetail>();
  for (const { name, line } of modulesOf(script)) {
    if (isThere(name)) continue;
    const message = `Line ${line}: ${missingModuleText(name.slice(0, NAME_LENGTH_MAX))}`;
    faults.set(message, { path: "script", message });
  }
  return [...faults.values()].slice(0, FAULTS_MAX);
}

/** The sandbox runs scripts by the very Node that asks here. */
function isThere(name: string): boolean {
  return isBuiltin(name) || SCRIPT_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`));
}

type Asked = { name: string; line: number };

function modulesOf(script: string): Asked[] {
  const { code, hasLines } = withoutTypes(script);
  const asked: Asked[] = [];
  const open: { node: AnyNode; isTried: boolean }[] = [];
  const program = parsed(code);
  if (program !== null) open.push({ node: program, isTried: false });
  // A list in place of recursion: a script may be nested deeper than the stack.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isTried } = next;
    const name = moduleOf(node, { code, isTried });
    if (name !== null) asked.push({ name, line: hasLines ? lineAt(node) : lineOfName(script, name) });
    for (const [key, value] of Object.entries(node)) {
      const isBlock = node.type === "TryStatement" && key === "block";
      for (const child of [value].flat()) {
        if (isNode(child)) open.push({ node: child, isTried: isTried || isBlock });
      }
    }
  }
  return asked.sort((one, other) => one.line - other.line);
}

function lineAt(node: AnyNode): number {
  return node.loc?.start.line ?? 1;
}

/** Where the name first stands in quotes. */
function lineOfName(script: string, name: string): number {
  const lines = script.split("\n");
  return lines.findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`)) + 1 || 1;
}

type Plain = { code: string; hasLines: boolean };

/** The lines stay where they are, except where there are enums and the like, which have to be rewritten. */
function withoutTypes(script: string): Plain {
  for (const mode of ["strip", "transform"] as const) {
    try {
      return { code: stripTypeScriptTypes(script, { mode }), hasLines: mode === "strip" };
    } catch {
      // Not in this mode, or no TypeScript at all; what is wrong with it is said by its run.
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

function moduleOf(node: AnyNode, { code, isTried }: { code: string; isTried: boolean }): string | null {
  switch (node.type) {
    case "ImportDeclaration": {
      // `import { type A } from …` has lost its names, and is not there when the script runs.
      const isOfTypes =
        node.specifiers.length === 0 && code.slice(node.start, node.source.start).includes("{");
      return isOfTypes ? null : textOf(node.source);
    }
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return textOf(node.source);
    case "ImportExpression":
      return isTried ? null : textOf(node.source);
    case "CallExpression": {
      const isRequire = node.callee.type === "Identifier" && node.callee.name === "require";
      return isRequire && !isTried && node.arguments.length === 1 ? textOf(node.arguments[0]) : null;
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
