import type { PlanLimits } from "@vedette/contract/billing/billing.ts";
import type { WatchedRow } from "./queries.ts";

/**
 * Returns the targets that a plan pauses and resumes. Enabled targets take precedence over paused ones, and
 * older ones over newer ones, so the newest targets exceed the plan. Pure.
 */
export function fitPlan(
  targets: readonly WatchedRow[],
  { monitors, min_interval_seconds: minSeconds }: PlanLimits,
): { pause: WatchedRow[]; resume: WatchedRow[] } {
  const pause: WatchedRow[] = [];
  const resume: WatchedRow[] = [];
  let remaining = monitors ?? Number.POSITIVE_INFINITY;
  for (const target of targets.toSorted(byPrecedence)) {
    const fits = remaining > 0 && !isTooOften(target.interval_ms, minSeconds);
    if (fits) remaining -= 1;
    if (fits !== target.enabled) (fits ? resume : pause).push(target);
  }
  return { pause, resume };
}

/** Returns whether an interval is below the minimum. Targets without an interval never are. */
export function isTooOften(intervalMs: number | null, minSeconds: number | null): boolean {
  return intervalMs !== null && minSeconds !== null && intervalMs < minSeconds * 1_000;
}

function byPrecedence(a: WatchedRow, b: WatchedRow): number {
  if (a.enabled !== b.enabled) return a.enabled ? -1 : 1;
  const age = a.created_at.getTime() - b.created_at.getTime();
  return age !== 0 ? age : a.id.localeCompare(b.id);
}
