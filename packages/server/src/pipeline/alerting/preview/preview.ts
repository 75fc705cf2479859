import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { isSilenceCondition } from "../silence/silence-verdict.ts";
import { AlertCollector } from "./alert-collector.ts";
import { previewChanges } from "./changes/preview-changes.ts";
import { previewExpiry } from "./expiry/preview-expiry.ts";
import { previewMetrics } from "./metrics/preview-metrics.ts";
import type { PreviewDeps } from "./prepare-preview.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { replayResults } from "./replay-results.ts";
import { previewSilence } from "./silence/preview-silence.ts";

/**
 * Computes the alerts that a rule would have opened: passes the period day by day for all targets together. Rollups
 * show in which hours the condition can change; the results of these hours are replayed through the same evaluation
 * that opens alerts. It writes nothing and never knows whether the rule exists.
 */

export async function preview(deps: PreviewDeps, request: PreviewRequest): Promise<Preview> {
  const { condition } = request;
  const found = new AlertCollector();
  const listed = (): Preview => {
    return {
      days: request.days,
      precision: "results",
      total: found.total,
      alerts: found.list(request.nowMs),
    };
  };
  if (isSilenceCondition(condition)) {
    await previewSilence(deps, [{ request: { ...request, condition }, found }]);
    return listed();
  }
  if (condition.type === "metric") {
    await previewMetrics(deps, [{ request: { ...request, condition }, found }]);
    return listed();
  }
  if (condition.type === "change") {
    await previewChanges(deps, [{ request: { ...request, condition }, found }]);
    return listed();
  }
  if (condition.type === "expiry") return previewExpiry(deps, { ...request, condition });
  return replayResults(deps, request);
}
