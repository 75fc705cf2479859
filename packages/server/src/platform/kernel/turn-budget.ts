import type { Clock } from "./clock.ts";

/** Shorter than the delay that a request notices, and long enough that turns cost little. */
const TURN_MS = 4;

/**
 * Tells long work when to await the next turn of the event loop, so that other work of the thread is not delayed. The
 * returned function is true if the current turn has taken `TURN_MS` since the budget was made or last spent.
 */
export function turnBudget(clock: Pick<Clock, "monotonic">): () => boolean {
  let untilMs = clock.monotonic() + TURN_MS;
  return () => {
    const nowMs = clock.monotonic();
    if (nowMs < untilMs) return false;
    untilMs = nowMs + TURN_MS;
    return true;
  };
}
