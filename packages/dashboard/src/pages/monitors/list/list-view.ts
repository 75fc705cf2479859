import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";

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
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

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
  if (counts.unknown > 0) return shareText(counts.unknown, { total, state: "in an unknown state", noun });
  if (watched === 0) return total === 0 ? `No ${noun.many} yet.` : `Every ${noun.one} is paused.`;
  if (counts.pending === watched) return "Waiting for the first results.";
  if (counts.up === total)
    return total === 1 ? `Your ${noun.one} is up.` : `All ${total.toLocaleString()} ${noun.many} are up.`;
  return "Nothing is down.";
}

function shareText(
  count: number,
  { total, state, noun }: { total: number; state: string; noun: Noun },
): string {
  if (total === 1) return `Your ${noun.one} is ${state}.`;
  const all = total.toLocaleString();
  if (count === total) return `All ${all} ${noun.many} are ${state}.`;
  return `${count.toLocaleString()} of ${all} ${noun.many} ${count === 1 ? "is" : "are"} ${state}.`;
}
