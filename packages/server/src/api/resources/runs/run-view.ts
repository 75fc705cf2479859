import type { Run } from "@vedette/contract/runs/runs.ts";
import type { ArtifactRow } from "../artifacts/service.ts";
import { artifactView } from "../artifacts/service.ts";
import type { RunRow } from "./queries.ts";

/** Converts a row to the API representation. */
export function toRun(
  row: RunRow,
  { artifacts, serverUrl }: { artifacts: readonly ArtifactRow[]; serverUrl: string },
): Run {
  const { target_id: targetId, web_vitals, visual_diff_percent, artifact_error, ...same } = row;
  const run = {
    ...same,
    queued_at: row.queued_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    artifacts: artifacts.map((artifact) => artifactView(artifact, { serverUrl })),
  };
  if (row.kind === "api_monitor") return { ...run, api_monitor_id: targetId };
  return {
    ...run,
    journey_id: targetId,
    web_vitals,
    visual_diff_percent,
    artifact_error,
  };
}
