/** The months that usage is counted in: of UTC, whatever the organization's time zone or its invoice. */

export type Period = { fromMs: number; toMs: number };

export function periodOf(nowMs: number): Period {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { fromMs: Date.UTC(year, month, 1), toMs: Date.UTC(year, month + 1, 1) };
}

/** Its first day, YYYY-MM-DD. */
export function monthOf(nowMs: number): string {
  return new Date(periodOf(nowMs).fromMs).toISOString().slice(0, 10);
}

/** What a count will be at the end of the period if it goes on as since its beginning, or `sinceMs` where that is later. */
export function projected(count: number, { nowMs, sinceMs }: { nowMs: number; sinceMs: number }): number {
  const { fromMs, toMs } = periodOf(nowMs);
  const beganMs = Math.max(fromMs, sinceMs);
  // The first hour says too little to be multiplied by hundreds.
  const elapsedMs = Math.max(nowMs - beganMs, PROJECTED_FROM_MS);
  return Math.max(count, Math.round((count * (toMs - beganMs)) / elapsedMs));
}

const PROJECTED_FROM_MS = 3_600_000;
