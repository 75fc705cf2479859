import { IMPORT_NAMES } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportedRange } from "@vedette/contract/targets/observed/imported-range.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** "Until Nov 20, 2026: from Uptime Kuma." In the browser's time zone unless one is given. */
export function importedText({ source, to }: ImportedRange, timezone?: string): string {
  const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: timezone });
  return t("Until {format}: from {source}.", {
    format: date.format(new Date(to)),
    source: IMPORT_NAMES[source],
  });
}
