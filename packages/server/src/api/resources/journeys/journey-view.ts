import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { LastRun } from "../runs/service.ts";
import { type JourneyRow, otherLocations } from "./journey-type.ts";

/** Converts a row to the API representation. `last` is undefined if no run has finished. */
export function toJourney(row: JourneyRow, last: LastRun | undefined): Journey {
  const { primary_location, max_retries, steps, script, viewport, device, capture } = row;
  return {
    ...toCommonView(row),
    ...{ primary_location, max_retries, steps, script, viewport, device },
    capture: { ...capture, video_with_secrets: capture.video_with_secrets ?? false },
    interval_seconds: row.interval_ms === null ? null : row.interval_ms / 1_000,
    timeout_seconds: row.timeout_ms / 1_000,
    locations: otherLocations(row),
    last_run: last ?? null,
  };
}
