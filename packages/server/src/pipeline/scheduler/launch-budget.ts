/**
 * Limits how many checks may start now to twice the schedule's average rate. After a stall or a restart,
 * delayed checks catch up without a surge at the targets or in this process's event loop.
 */
export type LaunchBudget = {
  add(intervalMs: number): void;
  remove(intervalMs: number): void;
  /** Takes one launch. Returns false if none is available now. */
  take(nowMs: number): boolean;
  /** Average number of slots per second in the schedule. */
  readonly perSecond: number;
};

const HEADROOM = 2;
/** Maximum time over which the budget accumulates. */
const GATHER_SECONDS = 0.1;
/** Launches that a small installation may start at once. */
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
