import { CODE_KINDS } from "@vedette/contract/code/code-keys.ts";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";

/** A reason, and how many things have it. */
export type ReasonGroup = { reason: string; count: number };
export type EntryFilter = { text: string; kind: string | null; reason: string | null };

/** The reasons, most frequent first. Reasons that differ only in a name in quotes are one. */
export function groupReasons(entries: readonly ImportEntry[]): ReasonGroup[] {
  const counts = new Map<string, number>();
  for (const { reasons } of entries) {
    for (const reason of new Set(reasons.map(withoutNames)))
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function withoutNames(reason: string): string {
  return reason.replaceAll(/'[^']{1,200}'/g, "'…'");
}

export function filterEntries(
  entries: readonly ImportEntry[],
  { text, kind, reason }: EntryFilter,
): ImportEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (wanted === "" || `${entry.name} ${entry.key}`.toLowerCase().includes(wanted)) &&
      (kind === null || entry.kind === kind) &&
      (reason === null || entry.reasons.some((each) => withoutNames(each) === reason)),
  );
}

export function kindsOf(entries: readonly ImportEntry[]): string[] {
  return [...new Set(entries.map(({ kind }) => kind))].toSorted();
}

export function idOfEntry({ kind, key }: ImportEntry): string {
  return `${kind} ${key}`;
}

/** The number of resources that an import makes. Other things of a file, such as tags, become part of them. */
export function countResources(entries: readonly ImportEntry[]): number {
  const kinds = new Set<string>(CODE_KINDS);
  return entries.filter(({ kind }) => kinds.has(kind)).length;
}
