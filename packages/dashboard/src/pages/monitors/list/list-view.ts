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

export type Wanted = {
  text: string;
  status: MonitorStatus | null;
  type?: Target["type"] | null;
  tag?: string | null;
};

/** Returns all tags in alphabetical order. */
export function tagsOf(rows: Iterable<Target>): string[] {
  return [...new Set([...rows].flatMap(({ tags }) => tags))].sort(byName.compare);
}

/** Returns the matching rows, problems first and then by name. */
export function viewRows(
  rows: Iterable<Target>,
  { text, status, type = null, tag = null }: Wanted,
): Target[] {
  const wanted = text.trim().toLowerCase();
  return [...rows]
    .filter((row) => status === null || row.status === status)
    .filter((row) => type === null || row.type === type)
    .filter((row) => tag === null || row.tags.includes(tag))
    .filter(
      ({ name, address }) => name.toLowerCase().includes(wanted) || address?.toLowerCase().includes(wanted),
    )
    .sort(
      (a, b) => RANK[a.status] - RANK[b.status] || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
    );
}

/** Returns a summary of all statuses in one sentence. */
export function headlineOf(counts: Counts): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const watched = total - counts.paused;
  if (counts.down > 0) return shareText(counts.down, total, "down");
  if (counts.degraded > 0) return shareText(counts.degraded, total, "degraded");
  if (counts.unknown > 0) return shareText(counts.unknown, total, "in an unknown state");
  if (watched === 0) return total === 0 ? "No monitors yet." : "Every monitor is paused.";
  if (counts.pending === watched) return "Waiting for the first results.";
  if (counts.up === total)
    return total === 1 ? "Your monitor is up." : `All ${total.toLocaleString("en")} monitors are up.`;
  return "Nothing is down.";
}

function shareText(count: number, total: number, state: string): string {
  if (total === 1) return `Your monitor is ${state}.`;
  const all = total.toLocaleString("en");
  if (count === total) return `All ${all} monitors are ${state}.`;
  return `${count.toLocaleString("en")} of ${all} monitors ${count === 1 ? "is" : "are"} ${state}.`;
}
