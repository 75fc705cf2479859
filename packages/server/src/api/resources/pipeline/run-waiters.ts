import type { Queue } from "../../../engine/queue/queue.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Delays responses until runs end. The end of a run arrives as a queue event after the commit. A waiter
 * subscribes before it reads, so it misses no event. Knows neither HTTP nor the database.
 */
export type RunWaiters = {
  /**
   * Returns the result of `read`: immediately if the run has ended, otherwise after its end, after
   * `timeoutMs`, or when `signal` aborts.
   */
  wait<Found>(wait: RunWait<Found>): Promise<Found>;
  /** Releases all waiters and delays no further response. */
  close(): void;
};

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

export function createRunWaiters(queue: Pick<Queue, "takeEvents">): RunWaiters {
  const byRun = new Map<string, Set<Waiter>>();
  const countOf = new Map<string, number>();
  let waiting = 0;
  let isClosed = false;

  const stopTaking = queue.takeEvents((events) => {
    if (waiting === 0) return;
    for (const { type, data } of events) {
      if (type !== "run.changed" || (data.status !== "passed" && data.status !== "failed")) continue;
      for (const { wake } of byRun.get(data.run_id) ?? []) wake();
    }
  });

  function join(waiter: Waiter): () => void {
    const ofOrg = countOf.get(waiter.orgId) ?? 0;
    if (waiting >= WAITERS_MAX || ofOrg >= WAITERS_OF_ORG_MAX) throw tooMany();
    waiting += 1;
    countOf.set(waiter.orgId, ofOrg + 1);
    const ofRun = byRun.get(waiter.runId) ?? new Set();
    byRun.set(waiter.runId, ofRun.add(waiter));
    return () => leave(waiter, ofRun);
  }

  function leave(waiter: Waiter, ofRun: Set<Waiter>): void {
    waiting -= 1;
    const left = (countOf.get(waiter.orgId) ?? 1) - 1;
    if (left === 0) countOf.delete(waiter.orgId);
    else countOf.set(waiter.orgId, left);
    ofRun.delete(waiter);
    if (ofRun.size === 0) byRun.delete(waiter.runId);
  }

  return {
    async wait({ orgId, runId, timeoutMs, signal, read, hasEnded }) {
      if (timeoutMs === 0 || isClosed) return read();
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const leaveQueue = join({ orgId, runId, wake });
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener("abort", wake);
      try {
        const found = await read();
        if (hasEnded(found) || signal.aborted || isClosed) return found;
        await woken;
        return signal.aborted ? found : await read();
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        leaveQueue();
      }
    },
    close() {
      isClosed = true;
      stopTaking();
      for (const ofRun of byRun.values()) for (const { wake } of ofRun) wake();
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "TOO_MANY_REQUESTS",
    `An organization can have at most ${WAITERS_OF_ORG_MAX} waiting requests. Omit wait, or try again later.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
