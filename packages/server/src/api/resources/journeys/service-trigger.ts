import type { Run } from "@vedette/contract/runs/runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { triggerRun, type WantedRun } from "../../../pipeline/runs/trigger.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { assertMayRun } from "../billing/service-quotas.ts";
import { getRun } from "../runs/service.ts";
import { getRow, type JourneyContext } from "./service.ts";

export type JourneyRunRequest = Pick<WantedRun, "trigger" | "overrides"> & {
  id: string;
  /** One of its locations; the primary one where it is null. */
  location: string | null;
  staff: OrgRunnerAvailability;
};

/** Asks for a run at one location, enabled or not. */
export async function triggerJourney(ctx: JourneyContext, wish: JourneyRunRequest): Promise<Run> {
  const { trigger, overrides, staff } = wish;
  const row = await getRow(ctx, wish.id);
  const location = wish.location ?? row.primary_location;
  if (!row.locations.includes(location)) {
    const message = `is none of its locations: ${row.locations.join(", ")}`;
    throw badFields([{ path: "location", message }]);
  }
  if (workQueueFor(location, staff) === null) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      `No runner is at ${location}. Start one, or try again in a moment.`,
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
