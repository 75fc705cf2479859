import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { ImportBuilder } from "../../building/import-builder.ts";
import type { ImportedFile, ImportedHistory } from "../../imported-file.ts";
import { resourceErrors } from "./resource-errors.ts";
import { isRecord } from "./row-values.ts";

/** A resource before it is known to be valid. */
export type DraftResource = {
  kind: CodeKind;
  key: string;
  name: string;
  fields: Readonly<Record<string, unknown>>;
  reasons: readonly string[];
  /** Values of secret variables that the fields refer to. */
  secrets?: ReadonlyMap<string, string>;
  /** Credentials of the resource, by the path below it, such as `config/webhook_url`. */
  credentials?: ReadonlyMap<string, string>;
};

/**
 * Adds resources only if they are valid, so that rules, pages and windows refer to those that are made. Also reports what
 * is no resource of its own.
 */
export class ImportDraft {
  readonly #builder = new ImportBuilder("kuma");
  readonly #parts: ImportEntry[] = [];

  /** Returns whether the resource was added; otherwise it is reported as not made. */
  add({ kind, key, name, fields, reasons, secrets, credentials = new Map() }: DraftResource): boolean {
    const complete = structuredClone(fields);
    for (const [path, value] of credentials) place(complete, path.split("/"), value);
    const errors = resourceErrors(kind, { key, fields: complete });
    if (errors.length > 0) {
      this.reject({ kind, key, name, reasons: errors });
      return false;
    }
    const written = structuredClone(fields);
    for (const [path, value] of credentials) {
      const parts = path.split("/");
      place(written, parts, this.#builder.credential({ kind, key, path: parts, value }));
    }
    for (const [variable, value] of secrets ?? []) this.#builder.secret(variable, value);
    this.#builder.add({ kind, key, name, reasons }, written);
    return true;
  }

  /** Reports something that is part of other resources. */
  report(entry: ImportEntry): void {
    this.#parts.push(entry);
  }

  reject(entry: ImportEntry): void {
    this.#builder.notMade(entry);
  }

  toFile(history?: ImportedHistory): ImportedFile {
    const file = this.#builder.finish(history);
    const { made, made_with_differences: different, not_made } = file.report;
    return {
      ...file,
      report: {
        made: [...made, ...this.#parts.filter(({ reasons }) => reasons.length === 0)],
        made_with_differences: [...different, ...this.#parts.filter(({ reasons }) => reasons.length > 0)],
        not_made,
      },
    };
  }
}

/** Sets a value at a path; objects on the way are created. */
function place(
  fields: Record<string, unknown>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = fields[name];
  const next = isRecord(inner) ? inner : {};
  fields[name] = next;
  place(next, rest, value);
}
