import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { AlertCollector, type AlertSink } from "./alert-collector.ts";
import { type PreviewDeps, preparePreview } from "./prepare-preview.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { PreviewRun } from "./preview-run.ts";

/** Previews a rule that results trigger, from the stored results. */
export async function replayResults(deps: PreviewDeps, request: PreviewRequest): Promise<Preview> {
  const found = new AlertCollector();
  const precision = await replayInto(deps, request, found);
  return { days: request.days, precision, total: found.total, alerts: found.list(request.nowMs) };
}

/** Gives the alerts to a sink, and returns whether they are those of the results. */
export async function replayInto(
  deps: PreviewDeps,
  request: PreviewRequest,
  found: AlertSink,
): Promise<Preview["precision"]> {
  const run = new PreviewRun(deps.db, await preparePreview(deps, request, found));
  await run.replayAll();
  return run.precision;
}
