import { type RunnerAvailability, workQueueFor } from "../../engine/locations/work-queue.ts";
import type { DueRun } from "../../pipeline/runs/run-queue-update.ts";
import { gap } from "../../pipeline/runs/run-results.ts";
import type { DueSlot } from "../../pipeline/scheduler/schedule.ts";
import type { SlotGap } from "../../pipeline/scheduler/slot-ledger.ts";

/** Returns the runs to start for due slots of API monitors and journeys, and the slots missed without a runner. */
export function splitDueRuns(
  slots: readonly DueSlot[],
  availability: RunnerAvailability,
): { runs: DueRun[]; missed: SlotGap[] } {
  const { startable = [], missed = [] } = Object.groupBy(slots, (slot) =>
    hasRunner(slot, availability) ? "startable" : "missed",
  );
  return {
    runs: startable.flatMap(toDueRun),
    // No runner is online for the run, which is not downtime.
    missed: missed.map(({ seriesKey, slotMs }) =>
      gap(seriesKey, slotMs, { kind: "missed", reason: "no_runner" }),
    ),
  };
}

/** Runs wait for a fallback runner that is briefly offline. */
function hasRunner({ location, definition: { orgId } }: DueSlot, now: RunnerAvailability): boolean {
  if (now.fallbackLocation !== null && !now.isPrivate({ orgId, location })) return true;
  return workQueueFor(location, { ...now, orgId }) !== null;
}

function toDueRun({ definition, seriesKey, location, slotMs }: DueSlot): DueRun[] {
  const { kind, spec, targetId, orgId } = definition;
  if (kind === "monitor" || kind === "heartbeat" || spec.kind !== "run") return [];
  const { maxAttempts, timeoutMs, stepsTotal } = spec;
  return [{ targetId, orgId, kind, location, seriesKey, slotMs, maxAttempts, timeoutMs, stepsTotal }];
}
