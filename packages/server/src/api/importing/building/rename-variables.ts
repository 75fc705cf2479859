import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import type { CodeError } from "@vedette/contract/code/code-resources.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import type { ImportedFile } from "../imported-file.ts";
import { reportOf } from "./import-entries.ts";
import { hashedKey } from "./import-keys.ts";
import { jsonPointer } from "./json-pointer.ts";

const SECTIONS = ["variables", "secrets"] as const;

/** Room for the suffix in the maximum of a name. */
const BASE_LENGTH_MAX = 50;

/**
 * Gives variables and secrets whose name is taken another one, also where the import refers to them: otherwise its targets
 * would send the value of the variable that was there before. Scripts are not rewritten, so a journey whose script has
 * such a name gets an error. Returns the file with the errors that are left.
 */
export function renameVariables(
  imported: ImportedFile,
  errors: readonly CodeError[],
): { imported: ImportedFile; left: CodeError[] } {
  const renames = new Map<string, string>();
  const others = errors.filter(({ path: [section, name, field] }) => {
    if (!SECTIONS.some((each) => each === section) || typeof name !== "string" || field !== "name")
      return true;
    renames.set(name, hashedKey(name.slice(0, BASE_LENGTH_MAX), imported.project).replaceAll("-", "_"));
    return false;
  });
  const left = [...others, ...scriptErrors(imported.document, renames)];
  if (renames.size === 0) return { imported, left };
  const entries = [...imported.report.made, ...imported.report.made_with_differences].map((entry) =>
    renameEntry(entry, renames),
  );
  const file = {
    ...imported,
    document: renameInDocument(imported.document, renames),
    credentials: renamePointers(imported.credentials, renames),
    report: reportOf(entries, imported.report.not_made),
  };
  return { imported: file, left };
}

type Renames = ReadonlyMap<string, string>;

function scriptErrors({ journeys = {} }: CodeDocument, renames: Renames): CodeError[] {
  return Object.entries(journeys).flatMap(([key, { script }]) => {
    const words = new Set(script?.match(/\w+/g));
    const name = [...renames.keys()].find((each) => words.has(each));
    if (name === undefined) return [];
    const message = `reads '${name}', and another variable has this name; rename one of them`;
    return [{ path: ["journeys", key, "script"], message }];
  });
}

function renameEntry(entry: ImportEntry, renames: Renames): ImportEntry {
  const next = entry.kind === "variable" ? renames.get(entry.key) : undefined;
  if (next === undefined) return entry;
  const reason = `A variable named '${entry.key}' exists already: this one is '${next}'.`;
  return { ...entry, key: next, name: next, reasons: [...entry.reasons, reason] };
}

function renameInDocument(document: CodeDocument, renames: Renames): CodeDocument {
  const { variables, secrets, ...others } = document;
  return {
    // The same shape with other texts.
    ...(renameReferences(others, renames) as Omit<CodeDocument, "variables" | "secrets">),
    ...(variables && { variables: renameKeys(variables, renames) }),
    ...(secrets && { secrets: renameKeys(secrets, renames) }),
  };
}

function renameKeys<Value>(section: Record<string, Value>, renames: Renames): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(section).map(([name, value]) => [renames.get(name) ?? name, value]),
  );
}

/** Renames `{{NAME}}` in all texts. An odd number of backslashes escapes the braces. */
function renameReferences(value: unknown, renames: Renames): unknown {
  if (typeof value === "string")
    return value.replaceAll(/(\\*)\{\{[ \t]*(\w+)[ \t]*\}\}/g, (whole, backslashes: string, name: string) => {
      const next = renames.get(name);
      return next === undefined || backslashes.length % 2 === 1 ? whole : `${backslashes}{{${next}}}`;
    });
  if (Array.isArray(value)) return value.map((each) => renameReferences(each, renames));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renameReferences(each, renames)]),
  );
}

function renamePointers(credentials: Record<string, string>, renames: Renames): Record<string, string> {
  const pointers = new Map(
    SECTIONS.flatMap((section) =>
      [...renames].map(
        ([name, next]) => [jsonPointer([section, name]), jsonPointer([section, next])] as const,
      ),
    ),
  );
  return Object.fromEntries(
    Object.entries(credentials).map(([pointer, value]) => [pointers.get(pointer) ?? pointer, value]),
  );
}
