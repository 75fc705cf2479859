/** Keeps the order of a list while it is in use. Pure. */

/** Returns the rows in the order of `ids`, without those that no longer exist. */
export function inOrder<Row>(ids: readonly string[], rowOf: (id: string) => Row | undefined): Row[] {
  return ids.flatMap((id) => {
    const row = rowOf(id);
    return row === undefined ? [] : [row];
  });
}

/** Returns the rows, followed by those of `current` that are not among them. */
export function withAdded<Row extends { id: string }>(rows: readonly Row[], current: readonly Row[]): Row[] {
  const ids = new Set(rows.map(({ id }) => id));
  return [...rows, ...current.filter(({ id }) => !ids.has(id))];
}

/** Returns how many rows a list must add, remove and move to become another. */
export function countChanges(shown: readonly string[], wanted: readonly string[]): number {
  const positions = new Map(wanted.map((id, position) => [id, position]));
  const kept = shown.flatMap((id) => positions.get(id) ?? []);
  const removed = shown.length - kept.length;
  const added = wanted.length - kept.length;
  return removed + added + kept.length - longestIncrease(kept);
}

/** Returns the length of the longest increasing subsequence: the rows that can stay where they are. */
function longestIncrease(values: readonly number[]): number {
  /** At index n, the smallest last value of an increasing subsequence of n + 1 values. */
  const ends: number[] = [];
  for (const value of values) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? value) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
  }
  return ends.length;
}
