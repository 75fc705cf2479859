import { type CodeDocument, codeDocumentSchema } from "@vedette/contract/code/code-document.ts";

type Removal = { document: CodeDocument; removed: ReadonlyMap<string, readonly string[]> };
type Problem = { path: readonly PropertyKey[]; message: string };

/** Reasons that are shown of one resource. */
const REASONS_MAX = 10;

/**
 * Removes the resources that the schema of documents refuses, so that one of them does not stop an import. Returns
 * the reasons by section and key. What refers to a removed resource is checked again, until nothing is wrong.
 */
export function removeInvalid(document: CodeDocument): Removal {
  const removed = new Map<string, string[]>();
  let left = document;
  for (;;) {
    const problems = findProblems(left).filter(({ path }) => path.length >= 2);
    if (problems.length === 0) return { document: left, removed };
    const gone = new Set<string>();
    for (const { path, message } of problems) {
      const id = `${String(path[0])}/${String(path[1])}`;
      const reasons = removed.get(id) ?? [];
      if (reasons.length < REASONS_MAX) reasons.push(sentence(path.slice(2), message));
      removed.set(id, reasons);
      gone.add(id);
    }
    left = without(left, gone);
  }
}

function findProblems(document: CodeDocument): Problem[] {
  const { error } = codeDocumentSchema.safeParse(document);
  return error?.issues ?? [];
}

function without(document: CodeDocument, gone: ReadonlySet<string>): CodeDocument {
  const sections = Object.entries(document).map(([section, resources]) => {
    if (typeof resources !== "object" || resources === null || Array.isArray(resources))
      return [section, resources];
    return [
      section,
      Object.fromEntries(Object.entries(resources).filter(([key]) => !gone.has(`${section}/${key}`))),
    ];
  });
  return Object.fromEntries(sections) as CodeDocument;
}

/** "The field 'url' must be an absolute URL." */
function sentence(path: readonly PropertyKey[], message: string): string {
  const field = path.map(String).join(".");
  const text = field === "" ? message : `The field '${field}' ${message}`;
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
