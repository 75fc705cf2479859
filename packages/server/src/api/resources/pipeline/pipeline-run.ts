import type { PipelineRun } from "@vedette/contract/journeys/journeys.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";

/** A run for pipelines, with the URL to poll and the URL of its page. */
export function toPipelineRun(run: Run, { serverUrl }: { serverUrl: string }): PipelineRun {
  return {
    ...run,
    run_id: run.id,
    status_url: `${serverUrl}/api/agent/runs/${run.id}`,
    web_url: `${serverUrl}/${pageOf(run)}/runs/${run.id}`,
  };
}

function pageOf({ kind, journey_id: journeyId, api_monitor_id: apiMonitorId }: Run): string {
  return kind === "journey" ? `journeys/${journeyId}` : `api-monitors/${apiMonitorId}`;
}
