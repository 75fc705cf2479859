import type { Queue } from "../../../engine/queue/queue.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Holds answers until runs end. An end is heard of by the queue's events, after it was committed; who waits hears
 * before it reads, so that none is missed. Knows neither HTTP nor the database.
 */
export type RunWaiters = {
  /**
   * What `read` finds: at once where that has ended, else after the run's end, after `timeoutMs`, or when `signal`
   * says that nobody wants the answer any more.
   */
  wait<Found>(wish: RunWait<Found>): Promise<Found>;
  /** Lets everybody have their answer now, and holds none from then on. */
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

/** Each holds a connection and a timer. */
const WAITERS_MAX = 1_000;
/** So that no organization takes the places of all. */
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
      const part = join({ orgId, runId, wake });
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
        part();
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
    `At most ${WAITERS_OF_ORG_MAX} requests of an organization wait for runs at once. Ask without wait, or in a moment.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
