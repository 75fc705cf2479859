import type { Target } from "@vedette/contract/targets/targets.ts";
import { useMemo, useState } from "react";
import { countChanges, inOrder, withAdded } from "./order-changes.ts";

type KeptOrder = {
  rows: readonly Target[];
  /** How many rows would be added, removed or moved. */
  changeCount: number;
  /** Shows the current order. */
  apply(): void;
  /** Whether the pointer or the focus is in the table. */
  setInside(isInside: boolean): void;
};

type KeptOrderOptions = {
  /** The rows in their current order. */
  current: readonly Target[];
  /** Every row that exists, also those that no longer match. */
  all: ReadonlyMap<string, Target>;
  /** Another view shows the current order at once: the person asked for it. */
  view: string;
  /** Whether a new row can be shown without moving others: in sections it would move those below. */
  appends: boolean;
};

/** While the pointer or the focus is in a table, its rows keep their places; their values are updated. */
export function useKeptOrder({ current, all, view, appends }: KeptOrderOptions): KeptOrder {
  const [kept, setKept] = useState<{ ids: readonly string[]; view: string } | null>(null);
  const isKept = kept !== null && kept.view === view;
  const ids = isKept ? kept.ids : null;
  const rows = useMemo(() => {
    if (!ids) return current;
    const shown = inOrder(ids, (id) => all.get(id));
    return appends ? withAdded(shown, current) : shown;
  }, [ids, current, all, appends]);
  const changeCount = useMemo(
    () =>
      ids
        ? countChanges(
            rows.map(({ id }) => id),
            current.map(({ id }) => id),
          )
        : 0,
    [ids, rows, current],
  );
  const keep = () => setKept({ ids: current.map(({ id }) => id), view });
  // The person filtered or sorted while in the table: the new order is kept from here on.
  if (kept !== null && !isKept) keep();
  return {
    rows,
    changeCount,
    apply: keep,
    setInside: (isInside) => {
      if (!isInside) setKept(null);
      else if (kept === null) keep();
    },
  };
}
