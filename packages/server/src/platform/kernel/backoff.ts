/** Delay before a retry: doubles from `firstMs` to `maxMs`, with jitter. */
export function backoffMs(
  attempt: number,
  { firstMs, maxMs, random = Math.random }: { firstMs: number; maxMs: number; random?: () => number },
): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + (random() * ceiling) / 2;
}
