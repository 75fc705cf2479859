import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";

/** Computes uptime from a monitor's status changes, weighted by time. Pure: uses no database and no clock. */

/** A time range with one status. */
export type StatusSpan = { fromMs: number; toMs: number; status: MonitorStatus };

export type StatusChangeAt = { atMs: number; status: MonitorStatus; previousStatus: MonitorStatus };

export type UptimeSummary = {
  /**
   * Share of the watched time that was not down, 0 to 1; null if nothing was watched. Up and degraded count
   * as up; unknown, paused, pending and maintenance are not watched.
   */
  upRatio: number | null;
  /** Time that was up or down: the denominator of `upRatio`. */
  watchedMs: number;
  downMs: number;
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

/** Summarizes the spans within the window [`fromMs`, `toMs`). */
export function summarizeUptime(
  spans: readonly StatusSpan[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): UptimeSummary {
  let upMs = 0;
  let downMs = 0;
  let incidents = 0;
  const recoveriesMs: number[] = [];
  for (const [index, span] of spans.entries()) {
    const insideMs = Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs);
    if (insideMs <= 0) continue;
    if (isUp(span.status)) upMs += insideMs;
    if (span.status !== "down") continue;
    downMs += insideMs;
    incidents += 1;
    const next = spans[index + 1];
    if (next !== undefined && isUp(next.status) && span.toMs < toMs)
      recoveriesMs.push(span.toMs - span.fromMs);
  }
  const watchedMs = upMs + downMs;
  return {
    upRatio: watchedMs === 0 ? null : upMs / watchedMs,
    watchedMs,
    downMs,
    incidents,
    mttrMs:
      recoveriesMs.length === 0 ? null : recoveriesMs.reduce((sum, ms) => sum + ms) / recoveriesMs.length,
  };
}

export const isWatched = (status: MonitorStatus): boolean => isUp(status) || status === "down";

const isUp = (status: MonitorStatus): boolean => status === "up" || status === "degraded";
