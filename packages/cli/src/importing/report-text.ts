import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { printableLine } from "../command-line/printable.ts";

/** Formats the three lists for people: each thing with its kind, its name and the reasons. */
export function reportText(result: ImportResult): string {
  const isDryRun = result.dry_run;
  const lists: [string, readonly ImportEntry[]][] = [
    [isDryRun ? "Would be made" : "Made", result.made],
    [isDryRun ? "Would be made with differences" : "Made with differences", result.made_with_differences],
    [isDryRun ? "Cannot be made" : "Not made", result.not_made],
  ];
  return lists
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => `${title}: ${entries.length}\n${entries.map(entryText).join("\n")}`)
    .join("\n\n");
}

function entryText({ kind, key, name, reasons }: ImportEntry): string {
  const title = `  ${printableLine(kind)}  ${printableLine(name)}  (${printableLine(key)})`;
  return [title, ...reasons.map((reason) => `      ${printableLine(reason)}`)].join("\n");
}

/** One sentence about what was stored. */
export function changesText({ changes, project, history_targets: histories }: ImportResult): string {
  if (changes === null) return "Nothing was made. Leave out --dry-run to import.";
  const { created, updated, unchanged } = changes;
  const history = histories > 0 ? ` The history of ${histories} targets was imported.` : "";
  return `Project ${project}: ${created} created, ${updated} updated, ${unchanged} unchanged.${history}`;
}
