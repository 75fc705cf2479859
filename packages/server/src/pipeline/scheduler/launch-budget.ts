const HEADROOM = 2;
/** Maximum time over which the budget accumulates. */
const GATHER_SECONDS = 0.1;
/** Launches that a small installation may start at once. */
const BURST_MIN = 10;

/**
 * Limits how many checks may start now to twice the schedule's average rate. After a stall or a restart,
 * delayed checks catch up without a surge at the targets or in this process's event loop.
 */
export class LaunchBudget {
  #perSecond = 0;
  #tokens = BURST_MIN;
  #refilledAtMs: number;

  constructor(startMs: number) {
    this.#refilledAtMs = startMs;
  }

  /** Average number of slots per second in the schedule. */
  get perSecond(): number {
    return this.#perSecond;
  }

  add(intervalMs: number): void {
    this.#perSecond += 1_000 / intervalMs;
  }

  remove(intervalMs: number): void {
    this.#perSecond = Math.max(0, this.#perSecond - 1_000 / intervalMs);
  }

  /** Takes one launch. Returns false if none is available now. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(nowMs: number): void {
    const rate = this.#perSecond * HEADROOM;
    const elapsedSeconds = Math.max(0, nowMs - this.#refilledAtMs) / 1_000;
    const tokens = this.#tokens + Math.max(rate, 1) * elapsedSeconds;
    this.#tokens = Math.min(Math.max(BURST_MIN, rate * GATHER_SECONDS), tokens);
    this.#refilledAtMs = nowMs;
  }
}
