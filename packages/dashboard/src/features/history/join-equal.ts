/** Consecutive items that say the same, newest first. */
export type Joined<Item> = { id: string; items: readonly [Item, ...Item[]] };

/** Two rows are short enough. */
const JOINED_FROM = 3;

/** Joins consecutive items with the same key. The items keep their order. Pure. */
export function joinEqual<Item extends { id: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Joined<Item>[] {
  const runs: [Item, ...Item[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && keyOf(last[0]) === keyOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run): Joined<Item>[] =>
    run.length >= JOINED_FROM
      ? // The oldest: a joined row keeps its id when a newer item is added to it.
        [{ id: run.at(-1)?.id ?? run[0].id, items: run }]
      : run.map((item) => ({ id: item.id, items: [item] })),
  );
}

/** One item, or consecutive equal ones, as a row of a table. */
export type JoinedRow<Item> = {
  id: string;
  rowId: string;
  items: readonly [Item, ...Item[]];
  isExpanded: boolean;
  /** Whether it is one of the items of the row above. */
  isPart: boolean;
};

/** The joined rows, each followed by its items if it is expanded. */
export function joinedRows<Item extends { id: string }>(
  joined: readonly Joined<Item>[],
  expanded: ReadonlySet<string>,
): JoinedRow<Item>[] {
  return joined.flatMap(({ id, items }) => {
    const isExpanded = expanded.has(id);
    const row: JoinedRow<Item> = { id: `row ${id}`, rowId: id, items, isExpanded, isPart: false };
    if (items.length === 1 || !isExpanded) return [row];
    const parts = items.map((item) => ({
      id: item.id,
      rowId: id,
      items: [item] as const,
      isExpanded: false,
      isPart: true,
    }));
    return [row, ...parts];
  });
}
