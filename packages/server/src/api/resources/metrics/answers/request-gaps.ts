/** The times between the newest three requests; null before there were as many. */
export type Gaps = { before: number | null; last: number | null };

export const NO_GAPS: Gaps = { before: null, last: null };

export function withGap({ last }: Gaps, gapMs: number): Gaps {
  return { before: last, last: gapMs };
}

/**
 * The time from a request to the next one, or null if it is not known. One server that scrapes has equal gaps; those of two
 * alternate, so that the next gap is the one before the last.
 */
export function nextGapMs({ before, last }: Gaps): number | null {
  return before ?? last;
}
