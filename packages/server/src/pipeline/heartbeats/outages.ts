import type { PingOutage } from "./progress.ts";

/** The effect of times in which no ping could be accepted, oldest first. Pure. */

export function isDuringOutage(atMs: number, outages: readonly PingOutage[]): PingOutage | null {
  return outages.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs) ?? null;
}

/** Moves a deadline so that the grace time passes after each outage that overlaps the time from `fromMs` to it. */
export function extendedDeadline(
  { fromMs, deadlineMs, graceMs }: { fromMs: number; deadlineMs: number; graceMs: number },
  outages: readonly PingOutage[],
): number {
  let extendedMs = deadlineMs;
  for (const outage of outages)
    if (outage.fromMs <= extendedMs && outage.toMs >= fromMs)
      extendedMs = Math.max(extendedMs, outage.toMs + graceMs);
  return extendedMs;
}
