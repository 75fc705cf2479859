/**
 * Writes items together. Where that fails it writes each half, so that only the items that fail alone are left, each of
 * which is given to `onUnwritten`. Their order is kept. Throws what `isAway` accepts: then no half would do better.
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
