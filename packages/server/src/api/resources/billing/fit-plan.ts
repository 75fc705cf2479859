import type { PlanLimits } from "@vedette/contract/billing/billing.ts";
import type { WatchedRow } from "./queries.ts";

/**
 * Which of all that is watched a plan pauses and which it resumes. What is watched stays so before what was paused
 * comes back, and of both the older first: so the newest is what is over. Pure.
 */
export function fitPlan(
  watched: readonly WatchedRow[],
  { monitors, min_interval_seconds: floorSeconds }: PlanLimits,
): { pause: WatchedRow[]; resume: WatchedRow[] } {
  const pause: WatchedRow[] = [];
  const resume: WatchedRow[] = [];
  let room = monitors ?? Number.POSITIVE_INFINITY;
  for (const target of watched.toSorted(byPrecedence)) {
    const fits = room > 0 && !isTooOften(target.interval_ms, floorSeconds);
    if (fits) room -= 1;
    if (fits !== target.enabled) (fits ? resume : pause).push(target);
  }
  return { pause, resume };
}

/** On demand alone is never too often. */
export function isTooOften(intervalMs: number | null, floorSeconds: number | null): boolean {
  return intervalMs !== null && floorSeconds !== null && intervalMs < floorSeconds * 1_000;
}

function byPrecedence(a: WatchedRow, b: WatchedRow): number {
  if (a.enabled !== b.enabled) return a.enabled ? -1 : 1;
  const age = a.created_at.getTime() - b.created_at.getTime();
  return age !== 0 ? age : a.id.localeCompare(b.id);
}
