/** The time that a part of a collection has. Ends with its parent. */
export type Deadline = { signal: AbortSignal; leftMs(): number };

/** Returns a deadline `ms` from now, or that of the parent if it is earlier. */
export function deadlineIn(ms: number, parent: AbortSignal | Deadline, now: () => number): Deadline {
  const isDeadline = "leftMs" in parent;
  const allowedMs = isDeadline ? Math.min(ms, parent.leftMs()) : ms;
  const untilMs = now() + allowedMs;
  const parentSignal = isDeadline ? parent.signal : parent;
  return {
    signal: AbortSignal.any([parentSignal, AbortSignal.timeout(Math.max(0, Math.floor(allowedMs)))]),
    leftMs: () => Math.max(0, untilMs - now()),
  };
}

/** Returns what the promise resolves to, or the fallback when the deadline passes first. */
export function withinDeadline<T, Fallback>(
  work: Promise<T>,
  { signal }: Pick<Deadline, "signal">,
  fallback: Fallback,
): Promise<T | Fallback> {
  if (signal.aborted) {
    // Its rejection must not become an unhandled one.
    work.catch(() => undefined);
    return Promise.resolve(fallback);
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(fallback);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
