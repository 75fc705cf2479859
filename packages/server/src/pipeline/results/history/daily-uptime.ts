import type { DailyUptime, UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { divideByMissed, type Interval } from "../observed/missed-time.ts";
import { type ObservedTime, uptimeRange } from "../observed/uptime-range.ts";
import { isWatched, type StatusSpan } from "../stats/uptime.ts";
import type { CalendarDay } from "./calendar-days.ts";

/*
 * Uptime by day from spans of status, which are added up by status, first day and last day: the work depends
 * on the number of days, not on the number of targets or of status changes. Pure: uses no database and no clock.
 */

/** Spans with the same status that start on the same day and end on the same day, added up. */
export type SpanSum = {
  status: MonitorStatus;
  /** Positions in the list of days. */
  firstDay: number;
  lastDay: number;
  spans: number;
  /** Their time on the first day. */
  firstMs: number;
  /** Their time on the last day; 0 if that is the first day. */
  lastMs: number;
  /** When the earliest of them starts, not before the first day. */
  earliestMs: number;
};

type Figures = Pick<
  UptimeDay,
  | "uptime_percentage"
  | "uptime_percentage_min"
  | "uptime_percentage_max"
  | "observed_percentage"
  | "missed_seconds"
  | "down_seconds"
  | "degraded_seconds"
  | "maintenance_seconds"
  | "unmeasured_seconds"
  | "outages"
>;

/** Sums the spans, which may extend beyond the days on both sides. */
export function sumSpans(spans: readonly StatusSpan[], days: readonly CalendarDay[]): SpanSum[] {
  const startMs = days[0]?.fromMs ?? 0;
  const endMs = days.at(-1)?.toMs ?? 0;
  return spans.flatMap((span) => {
    const fromMs = Math.max(span.fromMs, startMs);
    const toMs = Math.min(span.toMs, endMs);
    if (toMs <= fromMs) return [];
    const firstDay = days.findIndex((day) => fromMs < day.toMs);
    const lastDay = days.findIndex((day) => toMs <= day.toMs);
    const firstEndMs = Math.min(toMs, days[firstDay]?.toMs ?? toMs);
    const lastMs = lastDay === firstDay ? 0 : toMs - (days[lastDay]?.fromMs ?? toMs);
    const times = { firstMs: firstEndMs - fromMs, lastMs, earliestMs: fromMs };
    return [{ status: span.status, firstDay, lastDay, spans: 1, ...times }];
  });
}

/** Sums the parts of spans in which checks were missed. */
export function sumMissed(
  spans: readonly StatusSpan[],
  { missed, days }: { missed: readonly Interval[]; days: readonly CalendarDay[] },
): SpanSum[] {
  return sumSpans(
    divideByMissed(spans, missed).filter(({ isMissed }) => isMissed),
    days,
  );
}

/**
 * `missed` are the parts of the same spans in which checks were missed. `reasons` are the reasons by position of the
 * day, the most frequent first.
 */
export type DailySums = {
  sums: readonly SpanSum[];
  missed: readonly SpanSum[];
  reasons: ReadonlyMap<number, readonly string[]>;
};

export function dailyUptime(
  { sums, missed, reasons }: DailySums,
  days: readonly CalendarDay[],
): Pick<DailyUptime, "measured_from" | "days" | keyof Figures> {
  const all = sharesByDay(sums, days);
  const ofMissed = sharesByDay(missed, days);
  const watched = sums.filter(({ status }) => isWatched(status)).map(({ earliestMs }) => earliestMs);
  return {
    measured_from: watched.length === 0 ? null : new Date(watched.reduce(least)).toISOString(),
    ...toFigures(all.total, ofMissed.total),
    days: days.map(({ date, fromMs, toMs }, index) => ({
      date,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      ...toFigures(all.perDay[index], ofMissed.perDay[index]),
      missed_reasons: [...(reasons.get(index) ?? [])],
    })),
  };
}

type Share = { ms: number; spans: number };
type Shares = ReadonlyMap<MonitorStatus, Share>;

function sharesByDay(
  sums: readonly SpanSum[],
  days: readonly CalendarDay[],
): { perDay: Shares[]; total: Shares } {
  const perDay = days.map(() => new Map<MonitorStatus, Share>());
  /** Spans that cover a whole day, as changes from the day before. */
  const covering = days.map(() => new Map<MonitorStatus, number>());
  for (const sum of sums) {
    addShare(perDay[sum.firstDay], sum.status, { ms: sum.firstMs, spans: sum.spans });
    if (sum.lastDay === sum.firstDay) continue;
    addShare(perDay[sum.lastDay], sum.status, { ms: sum.lastMs, spans: sum.spans });
    add(covering[sum.firstDay + 1], sum.status, sum.spans);
    add(covering[sum.lastDay], sum.status, -sum.spans);
  }
  const current = new Map<MonitorStatus, number>();
  for (const [index, { fromMs, toMs }] of days.entries()) {
    for (const [status, change] of covering[index] ?? []) add(current, status, change);
    for (const [status, spans] of current)
      addShare(perDay[index], status, { ms: spans * (toMs - fromMs), spans });
  }
  const total = new Map<MonitorStatus, Share>();
  for (const day of perDay) for (const [status, { ms }] of day) addShare(total, status, { ms, spans: 0 });
  for (const { status, spans } of sums) addShare(total, status, { ms: 0, spans });
  return { perDay, total };
}

const NONE: Shares = new Map();

/** The time of each interval by what was known of it. The intervals must follow one another, like days. */
export type KnownTime = ObservedTime & { maintenanceMs: number; unmeasuredMs: number };

export function knownTimes(
  { sums, missed }: Pick<DailySums, "sums" | "missed">,
  intervals: readonly CalendarDay[],
): KnownTime[] {
  const [all, ofMissed] = [sharesByDay(sums, intervals), sharesByDay(missed, intervals)];
  return intervals.map((_, index) => toKnownTime(all.perDay[index] ?? NONE, ofMissed.perDay[index] ?? NONE));
}

function toKnownTime(shares: Shares, missed: Shares): KnownTime {
  return {
    upMs: msIn(shares, "up", "degraded") - msIn(missed, "up", "degraded"),
    downMs: msIn(shares, "down") - msIn(missed, "down"),
    missedMs: msIn(missed, "up", "degraded", "down"),
    maintenanceMs: msIn(shares, "maintenance"),
    unmeasuredMs: msIn(shares, "pending", "paused", "unknown"),
  };
}

const msIn = (of: Shares, ...statuses: MonitorStatus[]): number =>
  statuses.reduce((sum, status) => sum + (of.get(status)?.ms ?? 0), 0);

function toFigures(shares: Shares = NONE, missed: Shares = NONE): Figures {
  const known = toKnownTime(shares, missed);
  const range = uptimeRange(known);
  return {
    uptime_percentage: range.uptime,
    uptime_percentage_min: range.min,
    uptime_percentage_max: range.max,
    observed_percentage: range.observed,
    missed_seconds: known.missedMs / 1_000,
    down_seconds: known.downMs / 1_000,
    degraded_seconds: (msIn(shares, "degraded") - msIn(missed, "degraded")) / 1_000,
    maintenance_seconds: known.maintenanceMs / 1_000,
    unmeasured_seconds: known.unmeasuredMs / 1_000,
    outages: shares.get("down")?.spans ?? 0,
  };
}

function addShare(shares: Map<MonitorStatus, Share> | undefined, status: MonitorStatus, added: Share): void {
  const { ms, spans } = shares?.get(status) ?? { ms: 0, spans: 0 };
  shares?.set(status, { ms: ms + added.ms, spans: spans + added.spans });
}

function add(counts: Map<MonitorStatus, number> | undefined, status: MonitorStatus, count: number): void {
  counts?.set(status, (counts.get(status) ?? 0) + count);
}

const least = (one: number, other: number): number => Math.min(one, other);
