/** The time in which a target was not observed, because Vedette missed its checks. Pure. */

export type Interval = { fromMs: number; toMs: number };

/**
 * Returns when all locations of a target missed its checks. `gaps` are those of each location; with fewer of them than
 * `locations` at an instant, another location observed the target.
 */
export function missedEverywhere(gaps: readonly (readonly Interval[])[], locations: number): Interval[] {
  const edges = gaps
    .flatMap(merged)
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, change: 1 },
      { atMs: toMs, change: -1 },
    ])
    .sort((one, other) => one.atMs - other.atMs || one.change - other.change);
  const missed: Interval[] = [];
  let open = 0;
  let sinceMs = 0;
  for (const { atMs, change } of edges) {
    const wasMissed = open >= locations;
    open += change;
    const isMissed = open >= locations;
    if (isMissed && !wasMissed) sinceMs = atMs;
    if (wasMissed && !isMissed && atMs > sinceMs) missed.push({ fromMs: sinceMs, toMs: atMs });
  }
  return merged(missed);
}

/** Divides spans at missed times. Both are in order, without overlaps. */
export function divideByMissed<S extends Interval>(
  spans: readonly S[],
  missed: readonly Interval[],
): (S & { isMissed: boolean })[] {
  let first = 0;
  return spans.flatMap((span) => {
    while ((missed[first]?.toMs ?? Number.POSITIVE_INFINITY) <= span.fromMs) first += 1;
    const parts: (S & { isMissed: boolean })[] = [];
    const push = (fromMs: number, toMs: number, isMissed: boolean): void => {
      if (toMs > fromMs) parts.push({ ...span, fromMs, toMs, isMissed });
    };
    let atMs = span.fromMs;
    for (let index = first; index < missed.length; index++) {
      const gap = missed[index];
      if (!gap || gap.fromMs >= span.toMs) break;
      const startMs = Math.max(gap.fromMs, atMs);
      push(atMs, startMs, false);
      atMs = Math.max(atMs, Math.min(gap.toMs, span.toMs));
      push(startMs, atMs, true);
    }
    push(atMs, span.toMs, false);
    return parts;
  });
}

/** Joins intervals that overlap or touch. */
function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { fromMs, toMs } of intervals.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = result.at(-1);
    if (last && last.toMs >= fromMs) last.toMs = Math.max(last.toMs, toMs);
    else if (toMs > fromMs) result.push({ fromMs, toMs });
  }
  return result;
}
