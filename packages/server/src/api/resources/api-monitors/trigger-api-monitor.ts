import type { ApiMonitorTrigger } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertMayRun } from "../../../pipeline/quotas/quotas.ts";
import { triggerRun } from "../../../pipeline/runs/trigger.ts";
import { getTarget, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { getRun, type RunServiceContext } from "../runs/service.ts";
import { API_MONITORS, type ApiMonitorRow } from "./api-monitor-type.ts";

/**
 * Triggers a run at each location, or at the named location, even if the API monitor is disabled. Returns the
 * first run and all ids.
 */
export async function triggerApiMonitor(
  ctx: TargetContext & RunServiceContext,
  { id, input, availability }: { id: string; input: ApiMonitorTrigger; availability: OrgRunnerAvailability },
): Promise<{ run: Run; runIds: string[] }> {
  const row = await getTarget<ApiMonitorRow>(ctx, API_MONITORS, id);
  const requested = requestedLocations(row, input.location ?? null);
  const runnable = requested.filter((location) => workQueueFor(location, availability) !== null);
  if (runnable.length === 0) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      `No runner is available at ${requested.join(", ")}. Start one, or try again in a few seconds.`,
      { retryAfterSeconds: 5 },
    );
  }
  await assertMayRun(ctx, "api_monitor", runnable.length);
  const runIds: string[] = [];
  for (const location of runnable) {
    runIds.push(
      await triggerRun(ctx.db, {
        orgId: ctx.orgId,
        targetId: row.id,
        kind: "api_monitor",
        location,
        trigger: "manual",
        maxAttempts: row.max_retries + 1,
        timeoutMs: row.timeout_ms,
        stepsTotal: row.steps.length,
        nowMs: ctx.clock.now(),
      }),
    );
  }
  return { run: await getRun(ctx, runIds[0] ?? ""), runIds };
}

function requestedLocations({ locations }: ApiMonitorRow, location: string | null): string[] {
  if (location === null) return locations;
  if (locations.includes(location)) return [location];
  throw badFields([{ path: "location", message: `must be one of its locations: ${locations.join(", ")}` }]);
}
