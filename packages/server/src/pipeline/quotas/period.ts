/** The months in which usage is counted. They are UTC months, independent of time zones and invoices. */

export type Period = { fromMs: number; toMs: number };

export function periodOf(nowMs: number): Period {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { fromMs: Date.UTC(year, month, 1), toMs: Date.UTC(year, month + 1, 1) };
}

/** Returns the first day of the month, YYYY-MM-DD. */
export function monthOf(nowMs: number): string {
  return new Date(periodOf(nowMs).fromMs).toISOString().slice(0, 10);
}

/**
 * Projects a count to the end of the period from its rate since the start of the period, or since `sinceMs`
 * if that is later.
 */
export function projectCount(count: number, { nowMs, sinceMs }: { nowMs: number; sinceMs: number }): number {
  const { fromMs, toMs } = periodOf(nowMs);
  const startMs = Math.max(fromMs, sinceMs);
  // The rate of a shorter time is not reliable enough to be multiplied by hundreds.
  const elapsedMs = Math.max(nowMs - startMs, MIN_ELAPSED_MS);
  return Math.max(count, Math.round((count * (toMs - startMs)) / elapsedMs));
}

const MIN_ELAPSED_MS = 3_600_000;
