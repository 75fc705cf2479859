import { decodeHours, factsShape, SKETCH_MARGIN } from "../hour-facts.ts";
import type { EncodedHours } from "./replay-grid.ts";
import type { Combination } from "./tune-grid.ts";

/** Sketches of hours are needed only above this response time; the largest number if no combination needs them. */
export function sketchBoundOf(grid: readonly Combination[]): number {
  const bounds = grid.map(({ condition }) => factsShape(condition).counter?.neverAboveUs);
  return Math.min(...bounds.map((bound) => bound ?? Number.MAX_SAFE_INTEGER));
}

/**
 * Whether a target had no bad result in these hours: then no combination alerts, and there is no outage. Most targets
 * of a rule need no replay.
 */
export function hasNoAlerts(encoded: EncodedHours, grid: readonly Combination[]): boolean {
  const shape = { hasTimes: grid.some(({ condition }) => factsShape(condition).hasTimes), counter: null };
  const boundUs = leastThresholdUs(grid);
  let isQuiet = true;
  for (const { series_key: seriesKey, encoded: bytes } of encoded)
    decodeHours(bytes, seriesKey, {
      shape,
      take: (_hour, { failed, times }) => {
        isQuiet &&= boundUs === null ? failed === 0 : (times.maxUs ?? 0) <= boundUs;
      },
    });
  return isQuiet;
}

/** Up to this response time a result is never above a threshold of the grid, with the error of sketches; null without. */
function leastThresholdUs(grid: readonly Combination[]): number | null {
  const thresholds = grid.flatMap(({ condition }) => {
    return condition.type === "latency_threshold" ? [condition.params.threshold_ms * 1_000] : [];
  });
  return thresholds.length === 0 ? null : Math.min(...thresholds) / SKETCH_MARGIN;
}
