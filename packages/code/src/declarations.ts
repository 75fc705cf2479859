import { callerPosition, type SourcePosition } from "./caller-position.ts";

/** What the functions of this package have declared, in the order of the calls. */
export type Declaration = { path: readonly (string | number)[]; value: unknown; position: SourcePosition };

/** Shared by all copies of this package in a process, because `vdt` brings one of its own. */
const LIST = Symbol.for("vedette.code.declarations");

type Registry = { [LIST]?: Declaration[] };

/** Adds a value to the document. */
export function declare(path: Declaration["path"], value: unknown): void {
  listDeclarations().push({ path, value, position: callerPosition() });
}

function listDeclarations(): Declaration[] {
  const registry = globalThis as Registry;
  registry[LIST] ??= [];
  return registry[LIST];
}
