/**
 * Resolves with the promise's value, or with null if it takes longer. A rejection after the timeout is
 * ignored.
 */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  promise.catch(ignoreLate);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function ignoreLate(): void {}
