import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { ImportEntry, ImportReport } from "@vedette/contract/imports/imports.ts";
import type { ImportedFile } from "../../imported-file.ts";
import { resourceErrors } from "./resource-errors.ts";

/** A resource before it is known to be valid. `secrets` are values of variables that its fields refer to. */
export type DraftResource = {
  kind: Exclude<CodeKind, "variable">;
  key: string;
  name: string;
  fields: Readonly<Record<string, unknown>>;
  reasons: readonly string[];
  secrets?: ReadonlyMap<string, string>;
  /** Values of placeholders, by the path below the resource, such as `config/webhook_url`. */
  credentials?: ReadonlyMap<string, string>;
};

/** Collects the document of an import, its credentials, and the report. Everything is reported exactly once. */
export class ImportDraft {
  readonly #project: string;
  readonly #sections = new Map<string, Record<string, unknown>>();
  readonly #secrets: Record<string, { env: string }> = {};
  readonly #credentials: Record<string, string> = {};
  readonly #report: ImportReport = { made: [], made_with_differences: [], not_made: [] };

  constructor(project: string) {
    this.#project = project;
  }

  /** Adds a resource; reports it as not made if it would be invalid. Returns whether it was added. */
  add(resource: DraftResource): boolean {
    const { kind, key, name, fields, reasons, secrets = new Map(), credentials = new Map() } = resource;
    const errors = resourceErrors(kind, { key, fields, credentials });
    if (errors.length > 0) {
      this.reject({ kind, key, name, reasons: errors });
      return false;
    }
    const section = SECTION_OF[kind];
    const resources = this.#sections.get(section) ?? {};
    this.#sections.set(section, resources);
    resources[key] = fields;
    for (const [path, value] of credentials)
      this.#credentials[pointer([section, key, ...path.split("/")])] = value;
    for (const [variable, value] of secrets) this.#addSecret(variable, value);
    this.report({ kind, key, name, reasons: [...reasons] });
    return true;
  }

  #addSecret(name: string, value: string): void {
    if (name in this.#secrets) return;
    this.#secrets[name] = { env: name };
    this.#credentials[pointer(["secrets", name])] = value;
    this.report({ kind: "variable", key: name, name, reasons: [] });
  }

  /** Reports something that is part of other resources. */
  report(entry: ImportEntry): void {
    const list = entry.reasons.length === 0 ? this.#report.made : this.#report.made_with_differences;
    list.push(entry);
  }

  reject(entry: ImportEntry): void {
    this.#report.not_made.push(entry);
  }

  has(kind: CodeKind, key: string): boolean {
    return key in (this.#sections.get(SECTION_OF[kind]) ?? {});
  }

  toFile(): ImportedFile {
    const secrets = Object.keys(this.#secrets).length === 0 ? {} : { secrets: this.#secrets };
    const sections = Object.fromEntries(this.#sections);
    return {
      project: this.#project,
      document: asDocument({ version: 1, project: this.#project, ...secrets, ...sections }),
      credentials: this.#credentials,
      report: this.#report,
    };
  }
}

/** The cast is safe because `resourceErrors` validated every resource. */
function asDocument(document: Record<string, unknown>): CodeDocument {
  return document as CodeDocument;
}

/** Source: RFC 6901, section 3. */
function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
