import { toCheckSpec } from "@vedette/contract/checks/check-config.ts";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import { assertNotUsedUp } from "../../../pipeline/quotas/quotas.ts";
import { getTarget, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { listSeries } from "../../../pipeline/targets/series-queries.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { SpecResolver } from "../../../platform/secrets/resolve-specs.ts";
import { checkVerdict } from "./check-verdict.ts";
import type { ManualChecks } from "./manual-check.ts";
import { MONITORS, type MonitorRow } from "./monitor-type.ts";
import { readMonitorMemory } from "./monitor-view.ts";

export type CheckedMonitor = {
  monitor_id: string;
  status: CheckResult["status"];
  results: CheckResult[];
};

export type ManualCheckRequest = {
  id: string;
  availability: OrgRunnerAvailability;
  manualChecks: ManualChecks;
  resolveSpecs: SpecResolver;
};

/** Checks a monitor at all its locations now, even if it is disabled, and waits for the stored results. */
export async function checkMonitor(
  ctx: TargetContext,
  { id, availability, manualChecks, resolveSpecs }: ManualCheckRequest,
): Promise<CheckedMonitor> {
  const row = await getTarget<MonitorRow>(ctx, MONITORS, id);
  const [series] = await Promise.all([
    listSeries(ctx.db, ctx.orgId, row.id),
    isComputed(row.type) || assertNotUsedUp(ctx, "check_runs"),
  ]);
  const targets = series.flatMap(({ series_key: seriesKey, location }) => {
    const queue = isComputed(row.type) ? location : workQueueFor(location, availability);
    return queue === null ? [] : [{ seriesKey, location, queue }];
  });
  if (targets.length === 0) {
    throw unavailable(
      `No runner is online at ${row.locations.join(", ")}. Start one, or try again in a moment.`,
    );
  }
  const { baseline, setStatus = null } = await readMonitorMemory(ctx, row);
  const stored = { ...row, setStatus, baseline: baseline?.records ?? null };
  const [spec] = await resolveSpecs([{ orgId: ctx.orgId, spec: toCheckSpec(stored) }]);
  if (!spec || spec.isUnready) {
    throw unavailable("A variable of this monitor cannot be decrypted. The server log has the reason.");
  }
  const results = await manualChecks.run({ orgId: ctx.orgId, monitorId: row.id, spec, targets });
  const status = checkVerdict(results);
  if (status === null) throw unavailable("No runner completed the check in time. Try again in a moment.");
  return { monitor_id: row.id, status, results };
}

function unavailable(message: string): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 5 });
}
