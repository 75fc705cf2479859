import { useState } from "react";

/** Which rows of a table are expanded. */
export function useExpanded(): { expanded: ReadonlySet<string>; toggle(rowId: string): void } {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  return {
    expanded,
    toggle: (rowId) =>
      setExpanded(
        (before) =>
          new Set(before.has(rowId) ? [...before].filter((one) => one !== rowId) : [...before, rowId]),
      ),
  };
}
