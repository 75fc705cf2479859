import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { type PreviewDeps, preparePreview } from "./prepare-preview.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { PreviewRun } from "./preview-run.ts";

/**
 * Computes the alerts that a rule would have opened: passes the period day by day for all targets together. Rollups
 * show in which hours the condition can change; the results of these hours are replayed through the same evaluation
 * that opens alerts. It writes nothing and never knows whether the rule exists.
 */

export async function preview(deps: PreviewDeps, request: PreviewRequest): Promise<Preview> {
  const plan = await preparePreview(deps, request);
  const run = new PreviewRun(deps.db, plan);
  await run.replayAll();
  const { total } = plan.found;
  return { days: request.days, precision: run.precision, total, alerts: plan.found.list(request.nowMs) };
}
