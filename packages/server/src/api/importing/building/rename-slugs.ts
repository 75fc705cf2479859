import type { CodeError } from "@vedette/contract/code/code-resources.ts";
import { slugOf } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import type { ImportedFile } from "../imported-file.ts";
import { reportOf } from "./import-entries.ts";
import { hashedKey } from "./import-keys.ts";

/** The sections whose resources have slugs that another one may have taken. */
const KIND_OF_SECTION: Readonly<Record<string, string>> = {
  heartbeats: "heartbeat",
  status_pages: "status_page",
};

type Named = { slug?: string | null | undefined; name?: string | undefined; title?: string | undefined };

/** Room for the suffix in the shortest maximum of a slug. */
const BASE_LENGTH_MAX = 40;

/**
 * Gives resources whose slug is taken another one. It is derived from their key, so that a second import makes the same.
 * Returns the file with the errors that are left.
 */
export function renameSlugs(
  imported: ImportedFile,
  errors: readonly CodeError[],
): { imported: ImportedFile; left: CodeError[] } {
  const document = structuredClone(imported.document);
  const sections: Readonly<Record<string, Record<string, Named> | undefined>> = {
    heartbeats: document.heartbeats,
    status_pages: document.status_pages,
  };
  const renamed = new Map<string, string>();
  const left = errors.filter(({ path: [section = "", key = "", field, ...deeper] }) => {
    const kind = KIND_OF_SECTION[section];
    const resource = sections[section]?.[key];
    if (kind === undefined || field !== "slug" || deeper.length > 0 || resource === undefined) return true;
    const slug = resource.slug ?? slugOf(resource.name ?? resource.title ?? String(key));
    const next = hashedKey(slug.slice(0, BASE_LENGTH_MAX), String(key));
    if (next === slug) return true;
    resource.slug = next;
    renamed.set(`${kind} ${key}`, `The slug '${slug}' is taken: it is '${next}'.`);
    return false;
  });
  const withReason = (entry: ImportEntry): ImportEntry => {
    const reason = renamed.get(`${entry.kind} ${entry.key}`);
    return reason === undefined ? entry : { ...entry, reasons: [...entry.reasons, reason] };
  };
  const entries = [...imported.report.made, ...imported.report.made_with_differences].map(withReason);
  const report = reportOf(entries, imported.report.not_made);
  return { imported: { ...imported, document, report }, left };
}
