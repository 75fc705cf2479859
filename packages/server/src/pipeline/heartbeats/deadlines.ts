import type { AdvanceInput } from "./advance-types.ts";
import { extendedDeadline } from "./outages.ts";
import type { HeartbeatProgress, StartedRun } from "./progress.ts";

/** When a heartbeat fails unless a ping arrives before. Pure. */

type Limits = Pick<AdvanceInput, "plan" | "outages">;

/** The deadline after which the heartbeat needs to be evaluated; infinite if it waits for a ping only. */
export function nextDeadlineMs(progress: HeartbeatProgress, limits: Limits): number {
  return Math.min(
    slotDeadlineMs(progress, limits),
    ...progress.runs.map((run) => runDeadlineMs(run, limits)),
  );
}

export function slotDeadlineMs(
  { nextSlotMs }: HeartbeatProgress,
  { plan: { graceMs }, outages }: Limits,
): number {
  if (nextSlotMs === null) return Number.POSITIVE_INFINITY;
  return extendedDeadline({ fromMs: nextSlotMs, deadlineMs: nextSlotMs + graceMs, graceMs }, outages);
}

export function runDeadlineMs({ startMs, isOverdue }: StartedRun, { plan, outages }: Limits): number {
  if (isOverdue) return Number.POSITIVE_INFINITY;
  const { graceMs, maxRuntimeMs } = plan;
  return extendedDeadline({ fromMs: startMs, deadlineMs: startMs + maxRuntimeMs, graceMs }, outages);
}
