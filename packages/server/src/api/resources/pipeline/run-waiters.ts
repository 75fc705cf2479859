import type { Queue } from "../../../engine/queue/queue.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

export type RunWait<Found> = {
  orgId: string;
  runId: string;
  timeoutMs: number;
  signal: AbortSignal;
  read: () => Promise<Found>;
  hasEnded: (found: Found) => boolean;
};

/** Each waiter holds a connection and a timer. */
const WAITERS_MAX = 1_000;
/** Keeps one organization from using the whole limit. */
const WAITERS_OF_ORG_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

type Waiter = { orgId: string; runId: string; wake: () => void };

/**
 * Delays responses until runs end. The end of a run arrives as a queue event after the commit. A waiter
 * subscribes before it reads, so it misses no event. Knows neither HTTP nor the database.
 */
export class RunWaiters {
  readonly #byRun = new Map<string, Set<Waiter>>();
  readonly #countOf = new Map<string, number>();
  readonly #stopTaking: () => void;
  #waiting = 0;
  #isClosed = false;

  constructor(queue: Pick<Queue, "takeEvents">) {
    this.#stopTaking = queue.takeEvents((events) => {
      if (this.#waiting === 0) return;
      for (const { type, data } of events) {
        if (type !== "run.changed" || (data.status !== "passed" && data.status !== "failed")) continue;
        for (const { wake } of this.#byRun.get(data.run_id) ?? []) wake();
      }
    });
  }

  /**
   * Returns the result of `read`: immediately if the run has ended, otherwise after its end, after
   * `timeoutMs`, or when `signal` aborts.
   */
  async wait<Found>(wait: RunWait<Found>): Promise<Found> {
    const { orgId, runId, timeoutMs, signal, read, hasEnded } = wait;
    if (timeoutMs === 0 || this.#isClosed) return read();
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const leave = this.#join({ orgId, runId, wake });
    const timer = setTimeout(wake, timeoutMs);
    signal.addEventListener("abort", wake);
    try {
      const found = await read();
      if (hasEnded(found) || signal.aborted || this.#isClosed) return found;
      await woken;
      return signal.aborted ? found : await read();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      leave();
    }
  }

  /** Releases all waiters and delays no further response. */
  close(): void {
    this.#isClosed = true;
    this.#stopTaking();
    for (const ofRun of this.#byRun.values()) for (const { wake } of ofRun) wake();
  }

  #join(waiter: Waiter): () => void {
    const ofOrg = this.#countOf.get(waiter.orgId) ?? 0;
    if (this.#waiting >= WAITERS_MAX || ofOrg >= WAITERS_OF_ORG_MAX) throw tooMany();
    this.#waiting += 1;
    this.#countOf.set(waiter.orgId, ofOrg + 1);
    const ofRun = this.#byRun.get(waiter.runId) ?? new Set();
    this.#byRun.set(waiter.runId, ofRun.add(waiter));
    return () => this.#leave(waiter, ofRun);
  }

  #leave(waiter: Waiter, ofRun: Set<Waiter>): void {
    this.#waiting -= 1;
    const left = (this.#countOf.get(waiter.orgId) ?? 1) - 1;
    if (left === 0) this.#countOf.delete(waiter.orgId);
    else this.#countOf.set(waiter.orgId, left);
    ofRun.delete(waiter);
    if (ofRun.size === 0) this.#byRun.delete(waiter.runId);
  }
}

function tooMany(): AppError {
  return new AppError(
    "TOO_MANY_REQUESTS",
    `An organization can have at most ${WAITERS_OF_ORG_MAX} waiting requests. Omit wait, or try again later.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
