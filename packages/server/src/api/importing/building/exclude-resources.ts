import { CODE_KINDS, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { CodeError } from "@vedette/contract/code/code-resources.ts";
import { readDocument } from "@vedette/contract/code/read-document.ts";
import type { ImportEntry, ImportReport } from "@vedette/contract/imports/imports.ts";
import type { ImportedFile } from "../imported-file.ts";
import { reportOf } from "./import-entries.ts";
import { pointsInto } from "./json-pointer.ts";
import { type Removal, removeInvalid } from "./remove-invalid.ts";

/** Moves the resources with errors to `not_made`, with the errors as reasons, and those that need them in turn. */
export function excludeResources(imported: ImportedFile, errors: readonly CodeError[]): ImportedFile {
  const removal = removeInvalid(imported.document, errors, {
    isIncomplete: imported.report.not_made.length > 0,
  });
  return {
    ...imported,
    document: removal.document,
    credentials: Object.fromEntries(
      Object.entries(imported.credentials).filter(([pointer]) => pointsInto(removal.document, pointer)),
    ),
    report: updateReport(imported.report, removal),
  };
}

/** Does the same for everything that a document may not have. */
export function excludeInvalid(imported: ImportedFile): ImportedFile {
  return excludeResources(imported, readDocument(imported.document).errors);
}

function updateReport(report: ImportReport, { removed, changed }: Removal): ImportReport {
  const made: ImportEntry[] = [];
  const notMade: ImportEntry[] = [];
  for (const entry of [...report.made, ...report.made_with_differences]) {
    const problems = idsOf(entry).flatMap((id) => removed.get(id) ?? []);
    const reasons = [...entry.reasons, ...idsOf(entry).flatMap((id) => changed.get(id) ?? [])];
    if (problems.length > 0) notMade.push({ ...entry, reasons: problems });
    else made.push({ ...entry, reasons });
  }
  return reportOf(made, [...report.not_made, ...notMade]);
}

/** Where an entry may be in the document. Secrets are variables with a section of their own. */
function idsOf({ kind, key }: ImportEntry): string[] {
  const known = CODE_KINDS.find((each) => each === kind);
  if (known === undefined) return [];
  const sections = known === "variable" ? [SECTION_OF[known], "secrets"] : [SECTION_OF[known]];
  return sections.map((section) => `${section}/${key}`);
}
