import type { Run } from "@vedette/contract/runs/runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertMayRun } from "../../../pipeline/quotas/quotas.ts";
import { triggerRun, type WantedRun } from "../../../pipeline/runs/trigger.ts";
import { getTarget } from "../../../pipeline/targets/lifecycle.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { getRun } from "../runs/service.ts";
import { JOURNEYS, type JourneyRequestContext, type JourneyRow } from "./journey-type.ts";

export type JourneyRunRequest = Pick<WantedRun, "trigger" | "overrides"> & {
  id: string;
  /** One of the journey's locations; null for the primary one. */
  location: string | null;
  availability: OrgRunnerAvailability;
};

/** Requests a run at one location, even if the journey is disabled. */
export async function triggerJourney(ctx: JourneyRequestContext, request: JourneyRunRequest): Promise<Run> {
  const { trigger, overrides, availability } = request;
  const row = await getTarget<JourneyRow>(ctx, JOURNEYS, request.id);
  const location = request.location ?? row.primary_location;
  if (!row.locations.includes(location)) {
    const message = `is not a location of this journey; use one of ${row.locations.join(", ")}`;
    throw badFields([{ path: "location", message }]);
  }
  if (workQueueFor(location, availability) === null) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      `No runner is online at ${location}. Start one, or try again in a moment.`,
      { retryAfterSeconds: 5 },
    );
  }
  await assertMayRun(ctx, "journey", 1);
  const runId = await triggerRun(ctx.db, {
    orgId: ctx.orgId,
    targetId: row.id,
    kind: "journey",
    location,
    trigger,
    maxAttempts: row.max_retries + 1,
    timeoutMs: row.timeout_ms,
    stepsTotal: row.steps?.length ?? 0,
    overrides: overrides ?? null,
    nowMs: ctx.clock.now(),
  });
  return getRun(ctx, runId);
}
