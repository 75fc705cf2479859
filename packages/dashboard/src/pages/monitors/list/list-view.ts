import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";

/** Filtering and sorting of the list. Pure. */
export type Counts = Record<MonitorStatus, number>;

/** Problems first; then pending, up and paused. */
export const STATUS_ORDER: readonly MonitorStatus[] = [
  "down",
  "degraded",
  "unknown",
  "pending",
  "maintenance",
  "up",
  "paused",
];

const RANK = Object.fromEntries(STATUS_ORDER.map((status, rank) => [status, rank])) as Counts;
const byName = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });

function noCounts(): Counts {
  return { down: 0, degraded: 0, unknown: 0, pending: 0, maintenance: 0, up: 0, paused: 0 };
}

export function countStatuses(rows: Iterable<Target>): Counts {
  const counts = noCounts();
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** Returns the rows, problems first and then by name. */
export function problemsFirst(rows: Iterable<Target>): Target[] {
  return [...rows].sort(
    (a, b) => RANK[a.status] - RANK[b.status] || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  );
}

type Noun = { one: string; many: string };

/** Returns a summary of all statuses in one sentence. */
export function headlineOf(counts: Counts, noun: Noun): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const watched = total - counts.paused;
  if (counts.down > 0) return shareText(counts.down, { total, state: "down", noun });
  if (counts.degraded > 0) return shareText(counts.degraded, { total, state: "degraded", noun });
  if (counts.unknown > 0) return shareText(counts.unknown, { total, state: t("in an unknown state"), noun });
  if (watched === 0)
    return total === 0
      ? t("No {many} yet.", { many: noun.many })
      : t("Every {one} is paused.", { one: noun.one });
  if (counts.pending === watched) return t("Waiting for the first results.");
  if (counts.up === total)
    return total === 1
      ? t("Your {one} is up.", { one: noun.one })
      : t("All {total, number} {many} are up.", { total, many: noun.many });
  return t("Nothing is down.");
}

function shareText(
  count: number,
  { total, state, noun }: { total: number; state: string; noun: Noun },
): string {
  if (total === 1) return t("Your {one} is {state}.", { one: noun.one, state });
  const all = total.toLocaleString(LOCALE);
  if (count === total) return t("All {all} {many} are {state}.", { all, many: noun.many, state });
  return `${count.toLocaleString(LOCALE)} of ${all} ${noun.many} ${count === 1 ? "is" : "are"} ${state}.`;
}
