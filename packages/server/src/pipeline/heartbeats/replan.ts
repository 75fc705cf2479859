import { isDeepStrictEqual } from "node:util";
import type { Occurrences } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { HeartbeatPlan } from "../scheduler/definition.ts";
import type { HeartbeatGap } from "./advance-types.ts";
import type { HeartbeatProgress } from "./progress.ts";

/** Adapts what is known to a changed schedule, or to a heartbeat that was resumed. Pure. */
export function replan(
  progress: HeartbeatProgress,
  {
    plan: { schedule },
    occurrences,
    scheduleSinceMs,
    nowMs,
  }: { plan: HeartbeatPlan; occurrences: Occurrences | null; scheduleSinceMs: number; nowMs: number },
): { progress: HeartbeatProgress; gaps: readonly HeartbeatGap[] } {
  const { planned, lastSuccessMs, runs } = progress;
  if (planned === null) return { progress, gaps: [] };
  const isResumed = scheduleSinceMs > planned.sinceMs;
  if (!isResumed && isDeepStrictEqual(planned.schedule, schedule)) return { progress, gaps: [] };
  const sinceMs = isResumed ? scheduleSinceMs : nowMs;
  const periodMs = schedule.type === "period" ? schedule.seconds * 1_000 : 0;
  // A shorter period may have passed already: the grace time starts now.
  const nextOfPeriodMs = isResumed
    ? sinceMs + periodMs
    : Math.max(sinceMs, (lastSuccessMs ?? sinceMs) + periodMs);
  const nextSlotMs = occurrences ? occurrences.next(sinceMs) : nextOfPeriodMs;
  const dropped = isResumed ? runs.flatMap(({ slotMs, isOverdue }) => (isOverdue ? [] : (slotMs ?? []))) : [];
  return {
    progress: {
      ...progress,
      ...(isResumed && { runs: [] }),
      nextSlotMs,
      planned: { schedule, sinceMs },
    },
    // How runs from before the pause ended is unknown.
    gaps: dropped.map((slotMs) => ({
      ...{ fromMs: slotMs, toMs: slotMs, count: 1 },
      ...{ kind: "missed" as const, reason: "changed" },
    })),
  };
}
