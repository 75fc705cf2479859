import type { Clock } from "../../../platform/kernel/clock.ts";

/** Shorter than the delay that a request notices, and long enough that turns cost little. */
const TURN_MS = 4;

/**
 * For long work that awaits the next turn of the event loop now and then, so that other work of the thread is not delayed. The
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
