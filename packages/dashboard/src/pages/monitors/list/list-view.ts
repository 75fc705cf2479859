import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { TargetWords } from "../../../features/targets/list/target-lists.ts";
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

/** Returns a summary of all statuses in one sentence. */
export function headlineOf(counts: Counts, noun: TargetWords): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const watched = total - counts.paused;
  if (counts.down > 0) return shareText(counts.down, { total, state: "down", noun });
  if (counts.degraded > 0) return shareText(counts.degraded, { total, state: "degraded", noun });
  if (counts.unknown > 0) return shareText(counts.unknown, { total, state: "unknown", noun });
  if (watched === 0)
    return total === 0
      ? t("No {many} yet.", { many: noun.many })
      : t("{subject} is paused.", { subject: noun.every });
  if (counts.pending === watched) return t("Waiting for the first results.");
  if (counts.up === total)
    return total === 1
      ? t("{subject} is up.", { subject: noun.your })
      : t("All {total, number} {many} are up.", { total, many: noun.many });
  return t("Nothing is down.");
}

type Share = { total: number; state: keyof typeof SHARE_TEXTS; noun: TargetWords };

function shareText(count: number, { total, state, noun }: Share): string {
  const texts = SHARE_TEXTS[state];
  if (total === 1) return texts.single(noun.your);
  const values = { count, all: total.toLocaleString(LOCALE), many: noun.many };
  return count === total ? texts.all(values) : texts.some(values);
}

type ShareValues = { count: number; all: string; many: string };

const SHARE_TEXTS = {
  down: {
    single: (subject: string) => t("{subject} is down.", { subject }),
    all: (values: ShareValues) => t("All {all} {many} are down.", values),
    some: (values: ShareValues) =>
      t("{count, plural, one {# of {all} {many} is down.} other {# of {all} {many} are down.}}", values),
  },
  degraded: {
    single: (subject: string) => t("{subject} is degraded.", { subject }),
    all: (values: ShareValues) => t("All {all} {many} are degraded.", values),
    some: (values: ShareValues) =>
      t(
        "{count, plural, one {# of {all} {many} is degraded.} other {# of {all} {many} are degraded.}}",
        values,
      ),
  },
  unknown: {
    single: (subject: string) => t("{subject} is in an unknown state.", { subject }),
    all: (values: ShareValues) => t("All {all} {many} are in an unknown state.", values),
    some: (values: ShareValues) =>
      t(
        "{count, plural, one {# of {all} {many} is in an unknown state.} other {# of {all} {many} are in an unknown state.}}",
        values,
      ),
  },
};
