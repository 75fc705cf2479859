/** How generated results are recorded: many at once while all is well, and a few around the start and end of an outage. Pure. */

/** So much time in one transaction. The alerts of one time belong to one incident if they are evaluated together. */
const QUIET_SLICE_MS = 6 * 3_600_000;
const BUSY_SLICE_MS = 300_000;
/** How long after the start or end of an outage alerts open and resolve. */
const BUSY_MS = 1_800_000;

/** Cuts results, which are in order, into consecutive slices. `boundsMs` are the starts and ends of outages. */
export function cutIntoSlices<T extends { slotMs: number }>(
  results: readonly T[],
  boundsMs: readonly number[],
): T[][] {
  const bounds = boundsMs.toSorted((a, b) => a - b);
  const slices: T[][] = [];
  let current: T[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const result of results) {
    if (result.slotMs >= endMs) {
      if (current.length > 0) slices.push(current);
      current = [];
      endMs = endOfSlice(result.slotMs, bounds);
    }
    current.push(result);
  }
  if (current.length > 0) slices.push(current);
  return slices;
}

function endOfSlice(fromMs: number, bounds: readonly number[]): number {
  const recent = bounds.findLast((atMs) => atMs <= fromMs);
  if (recent !== undefined && fromMs < recent + BUSY_MS) return fromMs + BUSY_SLICE_MS;
  const next = bounds.find((atMs) => atMs > fromMs) ?? Number.POSITIVE_INFINITY;
  return Math.min(fromMs + QUIET_SLICE_MS, next);
}
