import { DAY_MS, HOUR_MS } from "../results/rollups/rollup.ts";

/** Which days (UTC) of a range are read as one rollup in place of 24, and what then belongs to another interval. Pure. */
export type DayRollups = {
  /** The days from `fromMs` to `toMs`, exclusive; none if they are equal. */
  fromMs: number;
  toMs: number;
  /** The interval that each day is added to: the one that has most of it. */
  intervals: number[];
  /** Starts of the hours of these days that belong to another interval. */
  otherHoursMs: number[];
};

/**
 * `edgesMs` are the starts of intervals that follow one another, and the end of the last one. Rollups are closed before
 * `closedToMs`; no edge before it is within an hour.
 */
export function planDayRollups(edgesMs: readonly number[], closedToMs: number): DayRollups {
  const startMs = edgesMs[0] ?? 0;
  const fromMs = Math.ceil(startMs / DAY_MS) * DAY_MS;
  const endMs = Math.min(edgesMs.at(-1) ?? startMs, closedToMs);
  const toMs = Math.max(fromMs, Math.floor(endMs / DAY_MS) * DAY_MS);
  const plan: DayRollups = { fromMs, toMs, intervals: [], otherHoursMs: [] };
  let first = 0;
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
    while ((edgesMs[first + 1] ?? Number.POSITIVE_INFINITY) <= dayMs) first += 1;
    const interval = mostOf(dayMs, { edgesMs, first });
    plan.intervals.push(interval);
    const [ownFromMs, ownToMs] = [edgesMs[interval] ?? dayMs, edgesMs[interval + 1] ?? dayMs + DAY_MS];
    for (let hourMs = dayMs; hourMs < dayMs + DAY_MS; hourMs += HOUR_MS)
      if (hourMs < ownFromMs || hourMs >= ownToMs) plan.otherHoursMs.push(hourMs);
  }
  return plan;
}

/** The interval that has the longest part of a day; `first` is the one in which the day starts. */
function mostOf(dayMs: number, { edgesMs, first }: { edgesMs: readonly number[]; first: number }): number {
  let best = first;
  let longestMs = 0;
  for (let at = first; at + 1 < edgesMs.length; at++) {
    const fromMs = Math.max(edgesMs[at] ?? dayMs, dayMs);
    if (fromMs >= dayMs + DAY_MS) break;
    const lengthMs = Math.min(edgesMs[at + 1] ?? dayMs, dayMs + DAY_MS) - fromMs;
    if (lengthMs > longestMs) [best, longestMs] = [at, lengthMs];
  }
  return best;
}
