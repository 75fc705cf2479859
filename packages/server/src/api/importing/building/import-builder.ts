import type { CodeDocument } from "@vedette/contract/code/code-document.ts";
import { CODE_VERSION } from "@vedette/contract/code/code-document.ts";
import { type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { ImportEntry, ImportKind, ImportReport } from "@vedette/contract/imports/imports.ts";
import type { ImportedFile, ImportedHistory } from "../imported-file.ts";
import { variableNameFrom } from "./clean-texts.ts";
import { excludeInvalid } from "./exclude-resources.ts";

/** A resource to be made. `reasons` are what differs from the other tool. */
export type ImportedResource = { kind: CodeKind; key: string; name: string; reasons?: readonly string[] };

type Credential = ImportedResource & {
  /** The field, from the resource on, such as `["config", "webhook_url"]`. */
  path: readonly string[];
  value: string;
};

/**
 * Collects what an importer makes of a file: the document, the credentials beside it and the report. A resource that
 * the document may not have ends in `not_made`, with the reason.
 */
export class ImportBuilder {
  readonly #kind: ImportKind;
  readonly #sections: Record<string, Record<string, object>> = {};
  readonly #entries: (ImportEntry & { kind: CodeKind })[] = [];
  readonly #notMade: ImportEntry[] = [];
  readonly #secrets = new Map<string, string>();
  readonly #credentials: Record<string, string> = {};

  constructor(kind: ImportKind) {
    this.#kind = kind;
  }

  /** Adds a resource in the form of the document. A second one with the key gets a numbered key, which is returned. */
  add(resource: ImportedResource, fields: object): string {
    const section = this.#section(resource.kind);
    // Assigning this name would change the prototype of the section.
    const wanted = resource.key === "__proto__" ? "proto" : resource.key;
    const key = freeName(wanted, (name) => Object.hasOwn(section, name), "-");
    section[key] = fields;
    this.#entries.push({
      kind: resource.kind,
      key,
      name: resource.name,
      reasons: [...new Set(resource.reasons)],
    });
    return key;
  }

  has(kind: CodeKind, key: string): boolean {
    return Object.hasOwn(this.#section(kind), key);
  }

  /** Adds something of the file that has no counterpart; `kind` may be the tool's own word. */
  notMade(entry: ImportEntry): void {
    this.#notMade.push({ ...entry, reasons: [...new Set(entry.reasons)] });
  }

  /** Stores a value as a secret variable, and returns its reference: `{{NAME}}`. The same name and value are one. */
  secret(wantedName: string, value: string): string {
    const wanted = variableNameFrom(wantedName);
    const name = freeName(wanted, (each) => (this.#secrets.get(each) ?? value) !== value, "_");
    this.#secrets.set(name, value);
    return `{{${name}}}`;
  }

  /** Keeps a value out of the document, and returns the placeholder that stands for it there. */
  credential({ kind, key, path, value }: Omit<Credential, "name" | "reasons">): { env: string } {
    this.#credentials[pointer([SECTION_OF[kind], key, ...path])] = value;
    return { env: variableNameFrom([key, ...path.filter((part) => part !== "config")].join("_")) };
  }

  finish(history?: ImportedHistory): ImportedFile {
    for (const name of this.#secrets.keys())
      this.#entries.push({ kind: "variable", key: name, name, reasons: [] });
    const document: CodeDocument = {
      version: CODE_VERSION,
      project: `import:${this.#kind}`,
      ...(this.#secrets.size > 0 && {
        secrets: Object.fromEntries([...this.#secrets.keys()].map((name) => [name, { env: name }])),
      }),
      ...this.#sections,
    };
    for (const [name, value] of this.#secrets) this.#credentials[pointer(["secrets", name])] = value;
    return excludeInvalid({
      project: document.project,
      document,
      credentials: this.#credentials,
      report: this.#report(),
      ...(history && { history }),
    });
  }

  #section(kind: CodeKind): Record<string, object> {
    const name = SECTION_OF[kind];
    const known = this.#sections[name] ?? {};
    this.#sections[name] = known;
    return known;
  }

  #report(): ImportReport {
    const hasReasons = ({ reasons }: ImportEntry) => reasons.length > 0;
    return {
      made: this.#entries.filter((entry) => !hasReasons(entry)),
      made_with_differences: this.#entries.filter(hasReasons),
      not_made: this.#notMade,
    };
  }
}

function freeName(wanted: string, isTaken: (name: string) => boolean, separator: string): string {
  const NAME_LENGTH_MAX = 64;
  let name = wanted;
  for (let number = 2; isTaken(name); number++) {
    const suffix = `${separator}${number}`;
    name = wanted.slice(0, NAME_LENGTH_MAX - suffix.length) + suffix;
  }
  return name;
}

function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
