import { useCallback, useMemo, useState } from "react";

export type Selection = {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
  replace(ids: Iterable<string>): void;
};

/** Selected rows of a list, for bulk actions. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const replace = useCallback((wanted: Iterable<string>) => setIds(new Set(wanted)), []);
  return useMemo(() => ({ ids, toggle, replace }), [ids, toggle, replace]);
}
