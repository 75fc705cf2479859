import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";

/**
 * Limits how often an address opens earlier months and single incidents, which may read the database. In the memory of
 * each process: the limit protects the process, and no secret.
 */
export class ArchiveLimit {
  readonly #clock: Clock;
  #counts = new Map<string, number>();
  #startedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  assertMayRead(address: string): void {
    const nowMs = this.#clock.now();
    if (Math.abs(nowMs - this.#startedMs) >= WINDOW_MS) {
      this.#counts = new Map();
      this.#startedMs = nowMs;
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    if (this.#counts.size < ADDRESSES_MAX || this.#counts.has(address)) this.#counts.set(address, count);
    if (count <= READS_MAX) return;
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `At most ${READS_MAX} pages of the history are served a minute.`,
      {
        retryAfterSeconds: WINDOW_MS / 1_000,
      },
    );
  }
}

const WINDOW_MS = 60_000;
/** Several people behind one address read an incident at the same time. */
const READS_MAX = 300;
const ADDRESSES_MAX = 50_000;
