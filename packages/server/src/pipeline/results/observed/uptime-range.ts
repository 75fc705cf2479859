import { percentage } from "../stats/rollup-figures.ts";

/** What is known about an uptime, and what missed checks leave open. Pure. */

/** Monitored time by what was observed in it. Degraded counts as up. */
export type ObservedTime = { upMs: number; downMs: number; missedMs: number };

export type UptimeRange = {
  /** Share of the observed time that was not down; null if nothing was observed. All are percentages, rounded down. */
  uptime: number | null;
  /** The uptime if all missed time had been down, and if all had been up; null if nothing was monitored. */
  min: number | null;
  max: number | null;
  /** Share of the monitored time that was observed; null if nothing was monitored. */
  observed: number | null;
};

export function uptimeRange({ upMs, downMs, missedMs }: ObservedTime): UptimeRange {
  const observedMs = upMs + downMs;
  const monitoredMs = observedMs + missedMs;
  const share = (part: number, whole: number) => (whole <= 0 ? null : percentage(part / whole));
  return {
    uptime: share(upMs, observedMs),
    min: share(upMs, monitoredMs),
    max: share(upMs + missedMs, monitoredMs),
    observed: share(observedMs, monitoredMs),
  };
}
