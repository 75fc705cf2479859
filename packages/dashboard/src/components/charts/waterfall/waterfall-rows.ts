/** Rows of a waterfall: what happened after what, on one time axis. Pure. */

export type WaterfallLegend = {
  label: string;
  /** The color as a property of the theme, and as a class. */
  color: `--${string}`;
  background: string;
};

export type WaterfallPart = WaterfallLegend & { ms: number };

export type WaterfallRow = {
  id: string;
  label: string;
  /** Milliseconds after the start of the chart; null for what did not happen. */
  startMs: number | null;
  durationMs: number | null;
  /** In their order from the start; the rest of the duration has no color of its own. */
  parts: readonly WaterfallPart[];
};

/** The end of the axis; at least something, so that a chart without durations has one. */
export function totalMs(rows: readonly WaterfallRow[]): number {
  const ends = rows.map(({ startMs, durationMs }) => (startMs ?? 0) + (durationMs ?? 0));
  return Math.max(0.001, ...ends);
}

export type PlacedPart = WaterfallPart & { startMs: number };

/** Where each part starts. Parts that are longer than their row by rounding end with it. */
export function placeParts({ startMs, durationMs, parts }: WaterfallRow): PlacedPart[] {
  if (startMs === null) return [];
  const endMs = startMs + (durationMs ?? 0);
  let at = startMs;
  return parts.map((part) => {
    const ms = Math.max(0, Math.min(part.ms, endMs - at));
    const placed = { ...part, startMs: at, ms };
    at += ms;
    return placed;
  });
}

/** Ticks of an axis from 0 to its end, at steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(endMs: number, most: number): number[] {
  const rough = endMs / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(endMs / step + 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
}
