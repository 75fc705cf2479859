import type { RunStep } from "@vedette/contract/runs/runs.ts";

/** Position and phases of each step of an attempt. Pure. */

type Timings = NonNullable<RunStep["response"]>["timings"];

export const PHASES = [
  ["dns_ms", "DNS"],
  ["connect_ms", "Connect"],
  ["tls_ms", "TLS"],
  ["ttfb_ms", "First byte"],
  ["download_ms", "Download"],
] as const satisfies readonly (readonly [keyof Timings, string])[];

export type Phase = (typeof PHASES)[number][0];

export type Bar = {
  index: number;
  name: string;
  /** Milliseconds after the start of the first step; null for a step that did not run. */
  startMs: number | null;
  durationMs: number | null;
  phases: readonly { phase: Phase; word: string; ms: number }[];
};

type Waterfall = { bars: readonly Bar[]; totalMs: number };

export function waterfallOf(steps: readonly RunStep[]): Waterfall {
  const starts = steps.flatMap(({ started_at }) => (started_at === null ? [] : [Date.parse(started_at)]));
  const beginMs = Math.min(...starts);
  const bars = steps.map(({ index, name, started_at, duration_ms, response }): Bar => {
    const startMs = started_at === null ? null : Date.parse(started_at) - beginMs;
    return { index, name, startMs, durationMs: duration_ms, phases: phasesOf(response?.timings) };
  });
  // A step without a duration still shows its position.
  const totalMs = Math.max(1, ...bars.map(({ startMs, durationMs }) => (startMs ?? 0) + (durationMs ?? 0)));
  return { bars, totalMs };
}

function phasesOf(timings: Timings | undefined): Bar["phases"] {
  if (!timings) return [];
  return PHASES.flatMap(([phase, word]) => {
    const ms = timings[phase];
    return ms === null ? [] : [{ phase, word, ms }];
  });
}
