/**
 * Wraps a callback operation in a promise. `start` starts it and returns the function that aborts it. Rejects
 * with the signal's reason if the signal aborts first. The listener is removed at the end, because a signal
 * that many checks share would accumulate them.
 */
export function untilStopped<T>(
  signal: AbortSignal | undefined,
  start: (end: {
    resolve: (value: T | PromiseLike<T>) => void;
    reject: (error: unknown) => void;
  }) => () => void,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => {
    giveUp();
    reject(signal?.reason);
  };
  const leave = () => signal?.removeEventListener("abort", onAbort);
  const giveUp = start({
    resolve(value) {
      leave();
      resolve(value);
    },
    reject(error) {
      leave();
      reject(error);
    },
  });
  signal?.addEventListener("abort", onAbort, { once: true });
  return promise;
}
