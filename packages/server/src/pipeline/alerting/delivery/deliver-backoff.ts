/** Computes the backoff of a rejected message, and when its retries are exhausted. Pure. */

/** Attempts per message, the first one included. */
const ATTEMPTS_MAX = 8;
/**
 * Seven waits between eight attempts: 5 s, 14 s, 39 s … 38 min for one hour. Each wait is 2.78 times the one
 * before, so their sum is 720 times the first.
 */
const GROWTH = 2.78;
const FIRST_SHARE = 1 / 720;
/** ±25 %, so that messages to receivers that failed together are not retried together. */
const JITTER = 0.25;

export type AttemptFacts = {
  /** Attempts so far, including the one that just failed. */
  attempts: number;
  createdAtMs: number;
  nowMs: number;
  retryMaxSeconds: number;
};

export function isExhausted({ attempts, createdAtMs, nowMs, retryMaxSeconds }: AttemptFacts): boolean {
  return attempts >= ATTEMPTS_MAX || nowMs - createdAtMs >= retryMaxSeconds * 1_000;
}

/** Time until the next attempt, in milliseconds. Honors the receiver's Retry-After. */
export function nextAttemptMs(
  { attempts, retryMaxSeconds }: Pick<AttemptFacts, "attempts" | "retryMaxSeconds">,
  { retryAfterSeconds, random }: { retryAfterSeconds: number | null; random: () => number },
): number {
  const waitMs = retryMaxSeconds * 1_000 * FIRST_SHARE * GROWTH ** (attempts - 1);
  const jittered = waitMs * (1 + JITTER * (2 * random() - 1));
  const requestedMs = Math.min(retryAfterSeconds ?? 0, retryMaxSeconds) * 1_000;
  return Math.ceil(Math.max(jittered, requestedMs));
}
