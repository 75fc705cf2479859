/** Runs at most `max` at a time, the others in order. The callers bound the number that waits. */
export function createTurns(max: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The turn is passed on instead of released, so that no other caller takes it.
      if (next) next();
      else running -= 1;
    }
  };
}
