import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { divideByMissed, type Interval } from "../observed/missed-time.ts";
import type { ObservedTime } from "../observed/uptime-range.ts";

/** Computes uptime from a monitor's status changes, weighted by time. Pure: uses no database and no clock. */

/** A time range with one status. */
export type StatusSpan = { fromMs: number; toMs: number; status: MonitorStatus };

export type StatusChangeAt = { atMs: number; status: MonitorStatus; previousStatus: MonitorStatus };

/** Unknown, paused, pending and maintenance are not watched. */
export type UptimeSummary = ObservedTime & {
  /** Down spans that overlap the window; one that was ongoing at its start counts too. */
  incidents: number;
  /** Mean duration, from their actual start, of the incidents that recovered within the window. */
  mttrMs: number | null;
};

/**
 * A monitor's life up to `nowMs` without gaps. `changes` are in order; if they start late, the first one
 * defines the status before it. Adjacent equal statuses are merged.
 */
export function statusSpans(
  monitor: { createdAtMs: number; nowMs: number; status: MonitorStatus },
  changes: readonly StatusChangeAt[],
): StatusSpan[] {
  const spans: StatusSpan[] = [];
  let fromMs = monitor.createdAtMs;
  const push = (toMs: number, status: MonitorStatus): void => {
    const last = spans.at(-1);
    if (last?.status === status) last.toMs = Math.max(last.toMs, toMs);
    else if (toMs > fromMs) spans.push({ fromMs, toMs, status });
    fromMs = Math.max(fromMs, toMs);
  };
  for (const [index, change] of changes.entries()) {
    push(change.atMs, changes[index - 1]?.status ?? change.previousStatus);
  }
  push(monitor.nowMs, changes.at(-1)?.status ?? monitor.status);
  return spans;
}

/**
 * Summarizes the spans within the window [`fromMs`, `toMs`). `missed` are the times in which checks were missed, in
 * order: the status of a span then was not observed. An incident that was found earlier goes on meanwhile.
 */
export function summarizeUptime(
  spans: readonly StatusSpan[],
  { fromMs, toMs }: Interval,
  missed: readonly Interval[] = [],
): UptimeSummary {
  let incidents = 0;
  const recoveriesMs: number[] = [];
  for (const [index, span] of spans.entries()) {
    const insideMs = Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs);
    if (insideMs <= 0 || span.status !== "down") continue;
    incidents += 1;
    const next = spans[index + 1];
    if (next !== undefined && isUp(next.status) && span.toMs < toMs)
      recoveriesMs.push(span.toMs - span.fromMs);
  }
  return {
    ...observedTime(spans, { fromMs, toMs }, missed),
    incidents,
    mttrMs:
      recoveriesMs.length === 0 ? null : recoveriesMs.reduce((sum, ms) => sum + ms) / recoveriesMs.length,
  };
}

function observedTime(
  spans: readonly StatusSpan[],
  { fromMs, toMs }: Interval,
  missed: readonly Interval[],
): ObservedTime {
  const time = { upMs: 0, downMs: 0, missedMs: 0 };
  for (const span of divideByMissed(spans, missed)) {
    const insideMs = Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs);
    if (insideMs <= 0 || !isWatched(span.status)) continue;
    if (span.isMissed) time.missedMs += insideMs;
    else if (span.status === "down") time.downMs += insideMs;
    else time.upMs += insideMs;
  }
  return time;
}

export const isWatched = (status: MonitorStatus): boolean => isUp(status) || status === "down";

const isUp = (status: MonitorStatus): boolean => status === "up" || status === "degraded";
