import type { Schema } from "../../api/client.ts";

/** Where each step of an attempt stood in time, and what it was made of. Pure. */

type RunStep = Schema<"RunStep">;
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
  /** Milliseconds after the first step began; null for a step that never did. */
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
  // A step without a length still shows where it stood.
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
