import { RunnerError } from "../../../../platform/net/net-failure.ts";

/**
 * Maximum number of waiting runs. The runner takes no more jobs than it has room for, so a longer queue is a
 * bug.
 */
const WAITING_MAX = 100;

export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Limits concurrency to `max`; further work waits in order of arrival. */
export function createGate(max: number): Gate {
  const waiting = new Set<() => void>();
  let inside = 0;

  function enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (inside < max) {
      inside += 1;
      return Promise.resolve();
    }
    if (waiting.size >= WAITING_MAX) throw new RunnerError("too many scripts wait for their turn");
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = () => {
        waiting.delete(go);
        reject(signal?.reason);
      };
      waiting.add(go);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      inside -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, signal) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
