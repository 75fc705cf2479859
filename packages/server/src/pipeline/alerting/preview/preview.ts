import { PREVIEW_ALERTS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { type PreviewDeps, PreviewRun } from "./preview-run.ts";

/**
 * Computes the alerts that a rule would have opened: passes the period day by day for all targets together. Rollups
 * show in which hours the condition can change; the results of these hours are replayed through the same evaluation
 * that opens alerts. It writes nothing and never knows whether the rule exists.
 */

export async function preview(deps: PreviewDeps, request: PreviewRequest): Promise<Preview> {
  const run = await PreviewRun.start(deps, request);
  const found = await run.replayAll();
  const newestFirst = found.sort((a, b) => b.triggered_at.localeCompare(a.triggered_at));
  const alerts = newestFirst.slice(0, PREVIEW_ALERTS_MAX);
  return { days: request.days, precision: run.precision, total: found.length, alerts };
}
