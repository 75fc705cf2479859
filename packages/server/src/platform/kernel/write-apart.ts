/**
 * Writes items together. If that fails, writes each half separately, so that only items that fail individually are
 * skipped; each of them is passed to `onUnwritten`. Keeps the order. Errors that `isAway` accepts are rethrown, because
 * splitting does not help against an outage.
 */
export async function writeApart<Item>(
  items: readonly Item[],
  of: {
    write: (items: readonly Item[]) => Promise<void>;
    isAway: (error: unknown) => boolean;
    onUnwritten: (item: Item, error: unknown) => void | Promise<void>;
  },
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await of.write(items);
    return;
  } catch (error) {
    if (of.isAway(error)) throw error;
    if (items.length === 1) {
      await of.onUnwritten(first, error);
      return;
    }
  }
  const middle = Math.ceil(items.length / 2);
  await writeApart(items.slice(0, middle), of);
  await writeApart(items.slice(middle), of);
}
