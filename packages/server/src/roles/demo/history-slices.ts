/** How generated results are recorded: many at once while all is well, and a few around the start and end of an outage. Pure. */

/** So much time in one transaction. Alerts of one time belong to one incident if they are evaluated together. */
const QUIET_SLICE_MS = 6 * 3_600_000;
/** How long after the start or end of an outage alerts open and resolve. */
const BUSY_MS = 2_700_000;

/**
 * Cuts results, which are in order, into consecutive slices at multiples of `stepMs`. `boundsMs` are the starts and ends
 * of outages.
 */
export function cutIntoSlices<T extends { slotMs: number }>(
  results: readonly T[],
  { boundsMs, stepMs }: { boundsMs: readonly number[]; stepMs: number },
): T[][] {
  const bounds = boundsMs.toSorted((a, b) => a - b);
  const slices: T[][] = [];
  let current: T[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const result of results) {
    if (result.slotMs >= endMs) {
      if (current.length > 0) slices.push(current);
      current = [];
      endMs = Math.floor(endOfSlice(result.slotMs, { bounds, stepMs }) / stepMs) * stepMs;
    }
    current.push(result);
  }
  if (current.length > 0) slices.push(current);
  return slices;
}

function endOfSlice(
  fromMs: number,
  { bounds, stepMs }: { bounds: readonly number[]; stepMs: number },
): number {
  const recent = bounds.findLast((atMs) => atMs <= fromMs);
  if (recent !== undefined && fromMs < recent + BUSY_MS) return fromMs + stepMs;
  const next = bounds.find((atMs) => atMs > fromMs) ?? Number.POSITIVE_INFINITY;
  return Math.min(fromMs + QUIET_SLICE_MS, next + stepMs);
}
