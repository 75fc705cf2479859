import { CODE_VERSION, type CodeDocument } from "@vedette/contract/code/code-document.ts";
import { CODE_RESOURCES_MAX, type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { DocumentObject } from "../document-value.ts";
import type { ImportedFile, ImportedHistory } from "../imported-file.ts";
import { cleanFields } from "./clean-fields.ts";
import { cleanName } from "./clean-texts.ts";
import { excludeInvalid } from "./exclude-resources.ts";
import { withPlaceholders } from "./import-credential.ts";
import { ImportEntries } from "./import-entries.ts";
import { numberedKey, toKey } from "./import-keys.ts";
import { ImportValues } from "./import-values.ts";
import { jsonPointer } from "./json-pointer.ts";
import { repairFields } from "./repair-fields.ts";

const REFERENCE =
  /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]*\}\}|process\.env\.([A-Za-z_][A-Za-z0-9_]{0,63})/g;

/** A resource to be made. */
export type ImportedResource = {
  kind: CodeKind;
  key: string;
  name: string;
  /** Fields of the document, apart from the name; may contain `ImportCredential`s. */
  fields: DocumentObject;
  /** What differs from the other tool; absent or empty if nothing does. */
  reasons?: readonly string[];
};

/**
 * Collects what an importer makes of a file: the document, the credentials beside it and the report. Texts are cleaned,
 * and optional fields that are invalid are left out, with a reason. A resource that is invalid without them is reported
 * as not made.
 */
export class ImportBuilder {
  /** Variables and secrets; only those that resources refer to become part of the document. */
  readonly values = new ImportValues();
  readonly #project: string;
  readonly #entries = new ImportEntries();
  readonly #keys = new Map<string, Set<string>>();
  readonly #resources = new Map<CodeKind, Map<string, unknown>>();
  readonly #credentials: Record<string, string> = {};

  constructor(kind: ImportKind) {
    this.#project = `import:${kind}`;
  }

  /** Reserves a key: valid, and unique among the resources of the kind, or among all targets. */
  reserveKey(kind: CodeKind, wanted: string): string {
    const scope = TARGET_KINDS.some((target) => target === kind) ? "target" : kind;
    const taken = this.#keys.get(scope) ?? new Set<string>();
    this.#keys.set(scope, taken);
    const first = toKey(wanted);
    let key = first;
    for (let number = 2; taken.has(key); number++) key = numberedKey(first, number);
    taken.add(key);
    return key;
  }

  /** Adds a resource. Returns false if it is not made; it is reported then. */
  add({ kind, key, name: givenName, fields: givenFields, reasons: given = [] }: ImportedResource): boolean {
    const reasons = [...given];
    const name = cleanName(givenName, key, reasons);
    if (this.has(kind, key)) {
      this.notMade({ kind, key, name, reasons: ["The file has another one with its key."] });
      return false;
    }
    const cleaned = cleanFields(kind, { name, fields: givenFields }, reasons);
    const { fields, errors } = repairFields(kind, cleaned, reasons);
    if (fields === null) {
      this.notMade({ kind, key, name, reasons: [...errors, ...reasons] });
      return false;
    }
    const section = this.#resources.get(kind) ?? new Map<string, unknown>();
    this.#resources.set(kind, section);
    section.set(key, withPlaceholders(fields, jsonPointer([SECTION_OF[kind], key]), this.#credentials));
    this.#entries.made({ kind, key, name, reasons });
    return true;
  }

  /** Reports something that is part of other resources, with what differs. `kind` may be the tool's own word. */
  madeAsPart(entry: ImportEntry): void {
    this.#entries.made(entry);
  }

  /** Reports something that is not made. `kind` may be the tool's own word. */
  notMade(entry: ImportEntry): void {
    this.#entries.notMade(entry);
  }

  has(kind: CodeKind, key: string): boolean {
    return this.#resources.get(kind)?.has(key) ?? false;
  }

  /** The keys of the resources of a kind that are made. */
  keysOf(kind: CodeKind): string[] {
    return [...(this.#resources.get(kind)?.keys() ?? [])];
  }

  /** Returns the document with the variables that it refers to. What a document may not have is not made. */
  finish(history?: ImportedHistory): ImportedFile {
    const sections = Object.fromEntries(
      [...this.#resources].map(([kind, resources]) => [SECTION_OF[kind], Object.fromEntries(resources)]),
    );
    const variables = this.#addVariables(sections);
    this.#refuseTooMany(sections, variables);
    return excludeInvalid({
      project: this.#project,
      // Guarantee behind the cast: the create requests accepted the fields of each resource.
      document: { version: CODE_VERSION, project: this.#project, ...variables, ...sections } as CodeDocument,
      credentials: this.#credentials,
      report: this.#entries.toReport(),
      ...(history && { history }),
    });
  }

  #addVariables(sections: object): Pick<CodeDocument, "variables" | "secrets"> {
    const used = this.values.list(namesIn(JSON.stringify(sections)));
    for (const { name, reasons } of used) this.#entries.made({ kind: "variable", key: name, name, reasons });
    const plain = used.filter(({ isSecret }) => !isSecret);
    const secret = used.filter(({ isSecret }) => isSecret);
    for (const { name, value } of secret) this.#credentials[jsonPointer(["secrets", name])] = value;
    return {
      ...(plain.length > 0 && {
        variables: Object.fromEntries(plain.map(({ name, value }) => [name, value])),
      }),
      ...(secret.length > 0 && {
        secrets: Object.fromEntries(secret.map(({ name }) => [name, { env: name }])),
      }),
    };
  }

  #refuseTooMany(...groups: object[]): void {
    const made = groups.flatMap((group) => Object.values(group)).flatMap((section) => Object.keys(section));
    if (made.length <= CODE_RESOURCES_MAX) return;
    const message = `makes ${made.length} resources, more than ${CODE_RESOURCES_MAX}; import it in parts`;
    throw badFields([{ path: "file", message }]);
  }
}

function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(REFERENCE)].flatMap(([, reference, inScript]) => reference ?? inScript ?? []),
  );
}
