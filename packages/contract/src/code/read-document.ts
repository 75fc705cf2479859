import { parseWithIssues } from "../common/field-errors.ts";
import { codeDocumentSchema } from "./code-document.ts";
import { CODE_RESOURCES_MAX, type CodeKind } from "./code-keys.ts";
import {
  CODE_ERRORS_MAX,
  type CodeError,
  type CodePath,
  type CodeResource,
  isObject,
  pathOf,
  toPointer,
} from "./code-resources.ts";
import { findCycles } from "./find-cycles.ts";
import { ReferenceIndex } from "./find-reference.ts";
import { listResources } from "./list-resources.ts";
import type { CodeResolver } from "./to-create-request.ts";
import { validateResource } from "./validate-resource.ts";

export type CodeMove = { kind: CodeKind; from: string; to: string };
export type CodeImport = { kind: CodeKind; key: string; id: string };

export type ReadDocument = {
  /** Empty if the document has no project. */
  project: string;
  resources: CodeResource[];
  /** Resources by key; knows those of this document only. */
  index: ReferenceIndex;
  moved: CodeMove[];
  imports: CodeImport[];
  errors: CodeError[];
};

/**
 * Reads a document and returns everything that is wrong with it, without any I/O. The server also checks what the document
 * does not contain: resources of other projects, IDs, values of credentials, locations and quotas.
 */
export function readDocument(data: unknown): ReadDocument {
  const faults = new Faults();
  const { issues } = parseWithIssues(codeDocumentSchema, data);
  for (const { path, message } of issues ?? []) faults.add(path.map(toPart), message);
  faults.endOfStructure();
  const document = isObject(data) ? data : {};
  const project = typeof document.project === "string" ? document.project : "";
  const resources = listResources(document);
  const index = new ReferenceIndex(project, resources);
  if (resources.length > CODE_RESOURCES_MAX)
    faults.add([], `has ${resources.length} resources; a project has at most ${CODE_RESOURCES_MAX}`);
  else for (const resource of resources) addFaultsOf(resource, index, faults);
  for (const { path, message } of [...findCycles(resources, index), ...keyErrors(document, resources)])
    faults.add(path, message);
  const moved = entriesOf<CodeMove>(document.moved, ["from", "to"]);
  const imports = entriesOf<CodeImport>(document.imports, ["key", "id"]);
  return { project, resources, index, moved, imports, errors: faults.list() };
}

function addFaultsOf(resource: CodeResource, index: ReferenceIndex, faults: Faults): void {
  let placeholders = 0;
  const placeholder = () => `00000000-0000-7000-8000-${String(++placeholders).padStart(12, "0")}`;
  const resolver: CodeResolver = {
    idOf(reference, kinds, path) {
      const found = index.find(reference, kinds);
      if (found.at === "nowhere" && found.message !== null) faults.add(pathOf(resource, path), found.message);
      return placeholder();
    },
    personOf: placeholder,
    valueOf: () => "placeholder",
  };
  for (const { path, message } of validateResource(resource, resolver)) faults.add(path, message);
}

/** Keys that are used twice or that do not exist. */
function keyErrors(
  document: Readonly<Record<string, unknown>>,
  resources: readonly CodeResource[],
): CodeError[] {
  const nameOf = (kind: unknown, key: unknown) => `${String(kind)} ${String(key)}`;
  const seen = new Map<string, CodeResource>();
  const errors: CodeError[] = [];
  for (const resource of resources) {
    const name = nameOf(resource.kind, resource.key);
    const first = seen.get(name);
    if (resource.key === "__proto__")
      errors.push({ path: resource.path, message: "is not allowed as a key" });
    if (first !== undefined)
      errors.push({ path: resource.path, message: `is also in ${String(first.path[0])}; keep one of them` });
    seen.set(name, resource);
  }
  listOf(document.moved).forEach(({ kind, from, to }, nr) => {
    if (!seen.has(nameOf(kind, to)))
      errors.push({ path: ["moved", nr, "to"], message: `'${String(to)}' is not in this document` });
    if (seen.has(nameOf(kind, from)))
      errors.push({ path: ["moved", nr, "from"], message: `'${String(from)}' is still in this document` });
  });
  const imported = new Set<string>();
  listOf(document.imports).forEach(({ kind, key }, nr) => {
    const name = nameOf(kind, key);
    if (!seen.has(name))
      errors.push({ path: ["imports", nr, "key"], message: `'${String(key)}' is not in this document` });
    if (imported.has(name))
      errors.push({ path: ["imports", nr, "key"], message: `'${String(key)}' is imported twice` });
    imported.add(name);
  });
  return errors;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : [];
}

function entriesOf<Entry>(value: unknown, texts: readonly string[]): Entry[] {
  return listOf(value).filter((entry) =>
    ["kind", ...texts].every((name) => typeof entry[name] === "string"),
  ) as Entry[];
}

function toPart(part: PropertyKey): string | number {
  return typeof part === "number" ? part : String(part);
}

/** Collects errors, each once. What the structure of a field says is not repeated by the rules of the field. */
class Faults {
  readonly #errors: CodeError[] = [];
  readonly #seen = new Set<string>();
  /** The pointers of errors of the structure, and of what contains them. */
  readonly #broken = new Set<string>();
  readonly #aroundBroken = new Set<string>();
  #left = 0;

  endOfStructure(): void {
    for (const { path } of this.#errors) {
      this.#broken.add(toPointer(path));
      for (let length = path.length - 1; length > 2; length -= 1)
        this.#aroundBroken.add(toPointer(path.slice(0, length)));
    }
  }

  add(path: CodePath, message: string): void {
    const pointer = toPointer(path);
    const name = `${pointer} ${message}`;
    if (this.#seen.has(name) || this.#isReported(path, pointer)) return;
    this.#seen.add(name);
    if (this.#errors.length < CODE_ERRORS_MAX) this.#errors.push({ path, message });
    else this.#left += 1;
  }

  #isReported(path: CodePath, pointer: string): boolean {
    if (this.#aroundBroken.has(pointer)) return true;
    return path.some((_part, nr) => this.#broken.has(toPointer(path.slice(0, nr + 1))));
  }

  list(): CodeError[] {
    if (this.#left === 0) return this.#errors;
    return [...this.#errors, { path: [], message: `and ${this.#left} more errors` }];
  }
}
