import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { LastRun } from "../runs/service.ts";
import { statusReasonOf } from "../targets/service.ts";
import { otherLocations } from "./definition.ts";
import type { JourneyRow } from "./queries.ts";

/** Converts a row to the API representation. `last` is undefined until a run has ended. */
export function toJourney(row: JourneyRow, last: LastRun | undefined): Journey {
  const {
    interval_ms: intervalMs,
    timeout_ms: timeoutMs,
    shard: _shard,
    schedule_since: _since,
    ...same
  } = row;
  return {
    ...same,
    capture: { ...same.capture, video_with_secrets: same.capture.video_with_secrets ?? false },
    interval_seconds: intervalMs === null ? null : intervalMs / 1_000,
    timeout_seconds: timeoutMs / 1_000,
    locations: otherLocations(row),
    status_since: row.status_since.toISOString(),
    status_reason: statusReasonOf(row),
    last_run: last ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
