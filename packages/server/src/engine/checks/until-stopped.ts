/**
 * A promise for what `start` begins and the function that it returns gives up. Rejects with the signal's reason when it
 * aborts before. The listener is removed at the end: a signal that many checks share would collect them.
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
