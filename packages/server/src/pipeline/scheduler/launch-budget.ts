/**
 * How many checks may start now: twice what the schedule asks for on average, so that what a stall or
 * a restart held up is made good without a surge at the targets or in our own event loop.
 */
export type LaunchBudget = {
  add(intervalMs: number): void;
  remove(intervalMs: number): void;
  /** Takes one launch; false when there is none left just now. */
  take(nowMs: number): boolean;
  /** Slots a second that the schedule asks for on average. */
  readonly perSecond: number;
};

const HEADROOM = 2;
/** The budget gathers for this long at most. */
const GATHER_SECONDS = 0.1;
/** What a small installation may start at once. */
const BURST_MIN = 10;

export function createLaunchBudget(startMs: number): LaunchBudget {
  let perSecond = 0;
  let tokens = BURST_MIN;
  let refilledAtMs = startMs;

  function refill(nowMs: number): void {
    const rate = perSecond * HEADROOM;
    const elapsedSeconds = Math.max(0, nowMs - refilledAtMs) / 1_000;
    tokens = Math.min(
      Math.max(BURST_MIN, rate * GATHER_SECONDS),
      tokens + Math.max(rate, 1) * elapsedSeconds,
    );
    refilledAtMs = nowMs;
  }

  return {
    add(intervalMs) {
      perSecond += 1_000 / intervalMs;
    },
    remove(intervalMs) {
      perSecond = Math.max(0, perSecond - 1_000 / intervalMs);
    },
    take(nowMs) {
      refill(nowMs);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    get perSecond() {
      return perSecond;
    },
  };
}
