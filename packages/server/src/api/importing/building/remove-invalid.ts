import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import type { CodeError, CodePath } from "@vedette/contract/code/code-resources.ts";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import { errorSentence } from "./error-sentence.ts";

export type Removal = {
  document: CodeDocument;
  /** Why resources are not made, by section and key. */
  removed: ReadonlyMap<string, readonly string[]>;
  /** What other resources lost, because they referred to those. */
  changed: ReadonlyMap<string, readonly string[]>;
};

/** Reasons that are shown of one resource. */
const REASONS_MAX = 10;

/**
 * Removes the resources with these errors, so that one of them does not stop an import. References to what is removed
 * are removed too; what is invalid without them is removed in turn. `isIncomplete`: the document may refer to something
 * that is not made.
 */
export function removeInvalid(
  document: CodeDocument,
  errors: readonly CodeError[],
  { isIncomplete }: { isIncomplete: boolean },
): Removal {
  const removed = new Map<string, string[]>();
  const changed = new Map<string, string[]>();
  const left = structuredClone(document);
  let problems = errors.filter(isAboutResource);
  while (problems.length > 0) {
    // From the end, because the removal of an element moves those behind it.
    for (const { path, message } of problems.toReversed()) {
      const id = `${String(path[0])}/${String(path[1])}`;
      if ((isIncomplete || removed.size > 0) && !removed.has(id) && isReference(path) && remove(left, path)) {
        note(changed, id, "It refers to something that is not made; the reference is left out.");
        continue;
      }
      note(removed, id, errorSentence(path.slice(2), message));
      remove(left, path.slice(0, 2));
    }
    problems = readDocument(left).errors.filter(isAboutResource);
  }
  return { document: left, removed, changed };
}

function isAboutResource({ path }: CodeError): boolean {
  return path.length >= 2;
}

/** A list of references is not removed: without targets, a rule would be about all of them. */
function isReference(path: CodePath): boolean {
  const field = String(path[2]);
  if (path.length === 3) return field === "group" || field === "parent";
  return typeof path.at(-1) === "number" && LISTS_OF_REFERENCES.has(field);
}

const LISTS_OF_REFERENCES = new Set(["parents", "channels", "show_on", "selector", "on", "components"]);

function note(reasons: Map<string, string[]>, id: string, reason: string): void {
  const known = reasons.get(id) ?? [];
  if (known.length < REASONS_MAX && !known.includes(reason)) known.unshift(reason);
  reasons.set(id, known);
}

/** Returns false if nothing is there. */
function remove(document: object, path: CodePath): boolean {
  let parent: unknown = document;
  for (const part of path.slice(0, -1)) {
    if (typeof parent !== "object" || parent === null) return false;
    parent = (parent as Record<string | number, unknown>)[part];
  }
  const last = path.at(-1);
  if (typeof parent !== "object" || parent === null || last === undefined || !Object.hasOwn(parent, last))
    return false;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return true;
}
