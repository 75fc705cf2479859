/** When a message that was not taken is tried again, and when no more. Pure. */

/** Source: decisions.md, section 6. */
const TRIES_MAX = 8;
/**
 * Seven waits between eight tries: 5 s, 14 s, 39 s … 38 min for an hour. Each is 2.78 times the one before,
 * with which they sum up to 720 times the first.
 */
const GROWTH = 2.78;
const FIRST_SHARE = 1 / 720;
/** A quarter more or less, so that receivers which failed together are not all asked together. */
const JITTER = 0.25;

export type TryFacts = {
  /** Tries so far, the one that has just failed included. */
  tries: number;
  createdAtMs: number;
  nowMs: number;
  giveUpSeconds: number;
};

export function isGivenUp({ tries, createdAtMs, nowMs, giveUpSeconds }: TryFacts): boolean {
  return tries >= TRIES_MAX || nowMs - createdAtMs >= giveUpSeconds * 1_000;
}

/** The next try, in milliseconds from now. A receiver that asks for a pause gets it. */
export function nextTryMs(
  { tries, giveUpSeconds }: Pick<TryFacts, "tries" | "giveUpSeconds">,
  { retryAfterSeconds, random }: { retryAfterSeconds: number | null; random: () => number },
): number {
  const waitMs = giveUpSeconds * 1_000 * FIRST_SHARE * GROWTH ** (tries - 1);
  const jittered = waitMs * (1 + JITTER * (2 * random() - 1));
  const wishedMs = Math.min(retryAfterSeconds ?? 0, giveUpSeconds) * 1_000;
  return Math.ceil(Math.max(jittered, wishedMs));
}
