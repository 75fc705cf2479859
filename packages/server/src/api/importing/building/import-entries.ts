import type { ImportEntry, ImportReport } from "@vedette/contract/imports/imports.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { cutText, NAME_LENGTH_MAX, withoutControls } from "./clean-texts.ts";

/** Reasons of one entry; further ones do not help. */
const REASONS_MAX = 50;
/** A file with more entries than this is not from the tool. */
const ENTRIES_MAX = 50_000;

/** The entries of a report while a file is read. */
export class ImportEntries {
  readonly #made: ImportEntry[] = [];
  readonly #notMade: ImportEntry[] = [];

  made(entry: ImportEntry): void {
    this.#add(this.#made, entry);
  }

  notMade(entry: ImportEntry): void {
    this.#add(this.#notMade, entry);
  }

  toReport(): ImportReport {
    return reportOf(this.#made, this.#notMade);
  }

  #add(list: ImportEntry[], { kind, key, name, reasons }: ImportEntry): void {
    if (this.#made.length + this.#notMade.length >= ENTRIES_MAX) {
      throw badFields([
        { path: "file", message: `has more than ${ENTRIES_MAX} entries; import it in parts` },
      ]);
    }
    const distinct = [...new Set(reasons)];
    const more = distinct.length - REASONS_MAX;
    const shown = more > 0 ? [...distinct.slice(0, REASONS_MAX), `And ${more} more.`] : distinct;
    list.push({ kind, key, name: cutText(withoutControls(name), NAME_LENGTH_MAX), reasons: shown });
  }
}

/** What is made differs if there are reasons. */
export function reportOf(made: readonly ImportEntry[], notMade: readonly ImportEntry[]): ImportReport {
  return {
    made: made.filter(({ reasons }) => reasons.length === 0),
    made_with_differences: made.filter(({ reasons }) => reasons.length > 0),
    not_made: [...notMade],
  };
}
