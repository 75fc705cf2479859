/**
 * A promise for what `start` begins and the function that it returns gives up. Rejects with the signal's reason when it
 * aborts before. The listener is not taken away: signals of checks are made for one check each.
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
  const giveUp = start({ resolve, reject });
  signal?.addEventListener(
    "abort",
    () => {
      giveUp();
      reject(signal.reason);
    },
    { once: true },
  );
  return promise;
}
