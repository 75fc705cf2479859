import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import { type PreviewDeps, preparePreview } from "./prepare-preview.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { PreviewRun } from "./preview-run.ts";

/** Previews a rule that results trigger, from the stored results. */
export async function replayResults(deps: PreviewDeps, request: PreviewRequest): Promise<Preview> {
  const plan = await preparePreview(deps, request);
  const run = new PreviewRun(deps.db, plan);
  await run.replayAll();
  const { total } = plan.found;
  return { days: request.days, precision: run.precision, total, alerts: plan.found.list(request.nowMs) };
}
