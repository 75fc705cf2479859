/**
 * What the promise gives, or null when it takes longer. A rejection that comes too late has nobody who
 * could act on it.
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
