import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { type TimedPhase, timedPhases } from "../checks/phases.ts";

/** Position and phases of each step of an attempt. Pure. */

export type Bar = {
  index: number;
  name: string;
  /** Milliseconds after the start of the first step; null for a step that did not run. */
  startMs: number | null;
  durationMs: number | null;
  phases: readonly TimedPhase[];
};

type Waterfall = { bars: readonly Bar[]; totalMs: number };

export function waterfallOf(steps: readonly RunStep[]): Waterfall {
  const starts = steps.flatMap(({ started_at }) => (started_at === null ? [] : [Date.parse(started_at)]));
  const beginMs = Math.min(...starts);
  const bars = steps.map(({ index, name, started_at, duration_ms, response }): Bar => {
    const startMs = started_at === null ? null : Date.parse(started_at) - beginMs;
    return {
      index,
      name,
      startMs,
      durationMs: duration_ms,
      phases: response ? timedPhases(response.timings) : [],
    };
  });
  // A step without a duration still shows its position.
  const totalMs = Math.max(1, ...bars.map(({ startMs, durationMs }) => (startMs ?? 0) + (durationMs ?? 0)));
  return { bars, totalMs };
}
