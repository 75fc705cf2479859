import type { ImportedHistory, ImportedPeriod, ImportedTargetHistory } from "../imported-file.ts";
import type { KumaHistory, KumaStatistic } from "./database/kuma-database.ts";
import type { KumaContext } from "./draft/kuma-context.ts";
import { columnNumber } from "./draft/row-values.ts";
import type { MadeTargets } from "./targets/map-targets.ts";

/**
 * Statistics and changes of the status. Uptime Kuma does not store when it was off or a monitor was paused, but its
 * statistics have no checks then: that time is `pending`, never up.
 */

type Change = ImportedTargetHistory["changes"][number];
type Status = Change["status"];
type Interval = { fromMs: number; toMs: number };
/** Time in which checks took place, and what they found. */
type Covered = Interval & { up: number; down: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** With fewer of the expected checks, most of the time was not measured, and it is not known which. */
const COVERED_SHARE_MIN = 0.5;
const STATUSES: Readonly<Record<number, Status>> = { 0: "down", 1: "up", 3: "maintenance" };

export function mapHistory(
  history: ReadonlyMap<number, KumaHistory>,
  { context, targets }: { context: KumaContext; targets: MadeTargets },
): ImportedHistory {
  const made = [...targets].flatMap(([id, { kind, key }]) => {
    const of = history.get(id);
    if (of === undefined) return [];
    const row = context.monitors.get(id);
    const intervalMs = Math.max(1, (row && columnNumber(row, "interval")) ?? 60) * 1_000;
    return [{ kind, key, ...targetHistory(of, intervalMs) }];
  });
  return { targets: made.filter(({ hours, days }) => hours.length + days.length > 0) };
}

export function targetHistory(
  history: KumaHistory,
  intervalMs: number,
): Pick<ImportedTargetHistory, "hours" | "days" | "changes"> {
  return {
    hours: history.hours.flatMap(toPeriod),
    days: history.days.flatMap(toPeriod),
    changes: changesOf(history, intervalMs),
  };
}

function toPeriod({ at, up, down, ping, pingMin, pingMax }: KumaStatistic): ImportedPeriod[] {
  if (up + down === 0) return [];
  // Only checks that succeeded have a response time; 0 stands for none.
  const isMeasured = up > 0 && ping !== null && ping > 0;
  return [
    {
      startsAt: new Date(at * 1_000),
      total: up + down,
      failed: down,
      averageMs: isMeasured ? ping : null,
      minMs: isMeasured ? (pingMin ?? ping) : null,
      maxMs: isMeasured ? (pingMax ?? ping) : null,
    },
  ];
}

function changesOf(history: KumaHistory, intervalMs: number): Change[] {
  const covered = coveredTime(history, intervalMs);
  const known = history.changes.flatMap(({ status, atMs }) => {
    const mapped = STATUSES[status];
    return mapped === undefined ? [] : [{ status: mapped, atMs }];
  });
  const spans = covered.flatMap((part) => statusesWithin(part, { known, isFirst: part === covered[0] }));
  return toChanges([...spans, ...maintenanceSpans(known, covered)]);
}

/** Hours as far as there are hours, and days before. Neither goes on after the newest check. */
function coveredTime({ hours, days, changes, lastMs }: KumaHistory, intervalMs: number): Covered[] {
  const hourlyFromMs =
    hours[0] === undefined ? Number.POSITIVE_INFINITY : Math.floor((hours[0].at * 1_000) / DAY_MS) * DAY_MS;
  const endMs = lastMs ?? Number.POSITIVE_INFINITY;
  const startMs = changes[0]?.atMs ?? Number.NEGATIVE_INFINITY;
  const cover = (statistics: readonly KumaStatistic[], lengthMs: number): Covered[] =>
    statistics.flatMap(({ at, up, down }) => {
      const fromMs = at * 1_000;
      // A check every few hours leaves hours without one.
      const toMs = Math.min(fromMs + lengthMs + (intervalMs > lengthMs ? intervalMs : 0), endMs);
      // The first check is a change of the status, so that checks took place only from it on.
      const possibleMs = Math.min(lengthMs, toMs - Math.max(fromMs, startMs < toMs ? startMs : fromMs));
      const isCovered = (up + down) * intervalMs >= possibleMs * COVERED_SHARE_MIN;
      return toMs > fromMs && isCovered ? [{ fromMs, toMs, up, down }] : [];
    });
  const daily = cover(
    days.filter(({ at }) => at * 1_000 < hourlyFromMs),
    DAY_MS,
  );
  return withoutOverlaps([...daily, ...cover(hours, HOUR_MS)]);
}

function withoutOverlaps(parts: readonly Covered[]): Covered[] {
  let endMs = Number.NEGATIVE_INFINITY;
  return parts
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .flatMap((part) => {
      const fromMs = Math.max(part.fromMs, endMs);
      endMs = Math.max(endMs, part.toMs);
      return part.toMs > fromMs ? [{ ...part, fromMs }] : [];
    });
}

type Known = readonly { status: Status; atMs: number }[];
type Span = Interval & { status: Status };

/** The statuses of a covered part. Before the first known change they follow from the checks, if those agree. */
function statusesWithin(part: Covered, { known, isFirst }: { known: Known; isFirst: boolean }): Span[] {
  const before = known.findLastIndex(({ atMs }) => atMs <= part.fromMs);
  const inside = known.filter(({ atMs }) => atMs > part.fromMs && atMs < part.toMs);
  const first = known[before]?.status ?? earliestStatus(part, { inside, isFirst });
  const points = [{ status: first, atMs: part.fromMs }, ...inside];
  return points.map(({ status, atMs }, index) => ({
    status,
    fromMs: atMs,
    toMs: points[index + 1]?.atMs ?? part.toMs,
  }));
}

/** Nothing is known before the first check, which is in the first part unless Uptime Kuma has deleted older ones. */
function earliestStatus(part: Covered, { inside, isFirst }: { inside: Known; isFirst: boolean }): Status {
  if (isFirst && inside.length > 0) return "pending";
  if (part.down === 0) return "up";
  return part.up === 0 ? "down" : "pending";
}

/** Maintenance is known even though there are no checks in it. */
function maintenanceSpans(known: Known, covered: readonly Covered[]): Span[] {
  const endMs = covered.at(-1)?.toMs ?? 0;
  return known.flatMap(({ status, atMs }, index) => {
    const toMs = Math.min(known[index + 1]?.atMs ?? endMs, endMs);
    return status === "maintenance" && toMs > atMs ? [{ status, fromMs: atMs, toMs }] : [];
  });
}

/** Changes of the status; between spans it is pending. Of spans that overlap, the one that begins first counts. */
function toChanges(spans: readonly Span[]): Change[] {
  const changes: Change[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  const push = (atMs: number, status: Status): void => {
    if (changes.at(-1)?.status === status) return;
    if (changes.length === 0 && status === "pending") return;
    changes.push({ at: new Date(atMs), status });
  };
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const fromMs = Math.max(span.fromMs, endMs);
    if (span.toMs <= fromMs) continue;
    if (fromMs > endMs && changes.length > 0) push(endMs, "pending");
    push(fromMs, span.status);
    endMs = span.toMs;
  }
  if (changes.length > 0) push(endMs, "pending");
  return changes;
}
