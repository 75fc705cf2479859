import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { CODE_RESOURCES_MAX, type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { DocumentObject } from "../document-value.ts";
import type { ImportedFile } from "../imported-file.ts";
import { importedName, importedTags, numberedKey, toKey, withoutControl } from "./clean-text.ts";
import { ImportCredential, pointerSegment, withPlaceholders } from "./import-credential.ts";
import { ImportValues } from "./import-values.ts";
import { repairFields } from "./repair-fields.ts";

const DESCRIPTION_LENGTH_MAX = 2_000;
/** Reasons of one entry; further ones do not help. */
const REASONS_MAX = 50;
/** A file with more entries than this is not from the tool. */
const ENTRIES_MAX = 50_000;
const REFERENCE =
  /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]*\}\}|process\.env\.([A-Za-z_][A-Za-z0-9_]{0,63})/g;

export type CollectedResource = {
  key: string;
  name: string;
  /** Fields of the document; may contain `ImportCredential`s. */
  fields: DocumentObject;
  /** What differs from the tool; empty if nothing does. */
  reasons?: readonly string[];
};

/** Collects what an importer makes, and reports everything that it does not. */
export class ImportCollector {
  readonly values = new ImportValues();
  readonly #project: string;
  readonly #keys = new Map<string, Set<string>>();
  readonly #resources = new Map<CodeKind, Map<string, unknown>>();
  readonly #credentials: Record<string, string> = {};
  readonly #made: ImportEntry[] = [];
  readonly #different: ImportEntry[] = [];
  readonly #notMade: ImportEntry[] = [];

  constructor(project: string) {
    this.#project = project;
  }

  /** Reserves a key: valid, and unique among the resources of the kind, or among all targets. */
  reserveKey(kind: CodeKind, wanted: string): string {
    const scope = isTarget(kind) ? "target" : kind;
    const taken = this.#keys.get(scope) ?? new Set<string>();
    this.#keys.set(scope, taken);
    const first = toKey(wanted);
    let key = first;
    for (let number = 2; taken.has(key); number++) key = numberedKey(first, number);
    taken.add(key);
    return key;
  }

  /** Adds a resource. Returns false if it is not valid; it is reported then. */
  add(
    kind: CodeKind,
    { key, name: given, fields: wanted, reasons: given_reasons = [] }: CollectedResource,
  ): boolean {
    const reasons = [...given_reasons];
    const name = importedName(given, key, reasons);
    const cleaned = cleanFields(kind, { ...wanted, name }, reasons);
    const { fields, errors } = repairFields(kind, cleaned, reasons);
    if (fields === null) {
      this.skip(kind, { key, name, reasons: [...errors, ...reasons] });
      return false;
    }
    const section = this.#resources.get(kind) ?? new Map<string, unknown>();
    this.#resources.set(kind, section);
    section.set(
      key,
      withPlaceholders(fields, `/${SECTION_OF[kind]}/${pointerSegment(key)}`, this.#credentials),
    );
    this.#report(reasons.length === 0 ? this.#made : this.#different, { kind, key, name, reasons });
    return true;
  }

  /** Reports something that is not made. `kind` may be the tool's own word. */
  skip(
    kind: string,
    { key, name, reasons }: { key: string; name: string; reasons: readonly string[] },
  ): void {
    this.#report(this.#notMade, { kind, key, name, reasons });
  }

  has(kind: CodeKind, key: string): boolean {
    return this.#resources.get(kind)?.has(key) ?? false;
  }

  /** The keys of the resources of a kind that are made. */
  keysOf(kind: CodeKind): string[] {
    return [...(this.#resources.get(kind)?.keys() ?? [])];
  }

  /** Returns the document with the variables that it refers to. */
  finish(): ImportedFile {
    const sections = [...this.#resources].map(([kind, resources]) => [
      SECTION_OF[kind],
      Object.fromEntries(resources),
    ]);
    const values = this.values.list(namesIn(JSON.stringify(sections)));
    const plain = values.filter(({ isSecret }) => !isSecret);
    const secret = values.filter(({ isSecret }) => isSecret);
    for (const { name, value } of secret) this.#credentials[`/secrets/${name}`] = value;
    for (const { name, reasons } of values) {
      this.#report(reasons.length === 0 ? this.#made : this.#different, {
        kind: "variable",
        key: name,
        name,
        reasons,
      });
    }
    const made = this.#made.length + this.#different.length;
    if (made > CODE_RESOURCES_MAX) {
      throw badFields([
        {
          path: "file",
          message: `makes ${made} resources, more than ${CODE_RESOURCES_MAX}; import it in parts`,
        },
      ]);
    }
    const document = {
      version: 1,
      project: this.#project,
      ...(plain.length > 0 && {
        variables: Object.fromEntries(plain.map(({ name, value }) => [name, value])),
      }),
      ...(secret.length > 0 && {
        secrets: Object.fromEntries(secret.map(({ name }) => [name, { env: name }])),
      }),
      ...Object.fromEntries(sections),
    };
    return {
      project: this.#project,
      // Guarantee behind the cast: the create requests accepted the fields of each resource.
      document: document as CodeDocument,
      credentials: this.#credentials,
      report: { made: this.#made, made_with_differences: this.#different, not_made: this.#notMade },
    };
  }

  #report(
    list: ImportEntry[],
    { kind, key, name, reasons }: { kind: string; key: string; name: string; reasons: readonly string[] },
  ): void {
    if (this.#made.length + this.#different.length + this.#notMade.length >= ENTRIES_MAX) {
      throw badFields([
        { path: "file", message: `has more than ${ENTRIES_MAX} entries; import it in parts` },
      ]);
    }
    const distinct = [...new Set(reasons)];
    const more = distinct.length - REASONS_MAX;
    const shown = more > 0 ? [...distinct.slice(0, REASONS_MAX), `And ${more} more.`] : distinct;
    list.push({ kind, key, name: withoutControl(name).slice(0, 200), reasons: shown });
  }
}

function isTarget(kind: CodeKind): boolean {
  return TARGET_KINDS.some((known) => known === kind);
}

/** The name of a status page is its title, and that of a variable its key. */
function cleanFields(kind: CodeKind, fields: DocumentObject, reasons: string[]): DocumentObject {
  const { name, tags, description, ...others } = fields;
  const cleaned: Record<string, unknown> = { ...others };
  for (const [field, value] of Object.entries(others)) if (isNothing(value)) delete cleaned[field];
  if (kind === "status_page") cleaned.title = name;
  else cleaned.name = name;
  if (Array.isArray(tags) && tags.length > 0) cleaned.tags = importedTags(tags.map(String), reasons);
  if (typeof description === "string" && description.trim() !== "") {
    if (description.length > DESCRIPTION_LENGTH_MAX)
      reasons.push(`The description is cut to ${DESCRIPTION_LENGTH_MAX} characters.`);
    cleaned.description = description.slice(0, DESCRIPTION_LENGTH_MAX).toWellFormed();
  }
  return cleaned;
}

/** An empty optional field is left out of the document. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && !(value instanceof ImportCredential) && Object.keys(value).length === 0;
}

function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(REFERENCE)].flatMap(([, reference, inScript]) => reference ?? inScript ?? []),
  );
}
