import { IMPORT_NAMES } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportedRange } from "@vedette/contract/targets/observed/imported-range.ts";

/** "Until Nov 20, 2026: from Uptime Kuma." In the browser's time zone unless one is given. */
export function importedText({ source, to }: ImportedRange, timezone?: string): string {
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: timezone });
  return `Until ${date.format(new Date(to))}: from ${IMPORT_NAMES[source]}.`;
}
