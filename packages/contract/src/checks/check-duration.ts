/** How long a check may take with its retries. */

export const RETRY_BACKOFFS = ["fixed", "linear", "exponential"] as const;

/** How a check waits between two attempts. */
export type RetryWait = { intervalMs: number; backoff: (typeof RETRY_BACKOFFS)[number] };

/** The wait of a check that sets none. */
const DEFAULT_WAIT: RetryWait = { intervalMs: 1_000, backoff: "fixed" };
/** No wait is longer with any backoff, because a check that waits holds one of the runner's slots. */
export const RETRY_WAIT_MAX_MS = 60_000;

type RetriedSpec = { timeoutMs: number; retries: number; retryWait?: RetryWait; firstWaitMs?: number };

/**
 * Returns the milliseconds before a retry, counted from 1: always the interval (`fixed`), 1, 2, 3 … intervals
 * (`linear`), or 1, 2, 4 … intervals (`exponential`).
 */
export function retryWaitMs(retry: number, { intervalMs, backoff }: RetryWait = DEFAULT_WAIT): number {
  const factor = { fixed: 1, linear: retry, exponential: 2 ** (retry - 1) }[backoff];
  return Math.min(intervalMs * factor, RETRY_WAIT_MAX_MS);
}

/** Returns the milliseconds that a check takes if every attempt times out. */
export function longestCheckMs({ timeoutMs, retries, retryWait, firstWaitMs = 0 }: RetriedSpec): number {
  let longestMs = firstWaitMs + timeoutMs * (retries + 1);
  for (let retry = 1; retry <= retries; retry += 1) longestMs += retryWaitMs(retry, retryWait);
  return longestMs;
}
