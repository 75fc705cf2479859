import type { Target } from "@vedette/contract/targets/targets.ts";
import { useMemo } from "react";
import { ALL_NOUNS, useTargetRows } from "../../features/targets/list/rows/use-target-rows.ts";

/** Returns all targets of every kind, updated live; null until loaded. */
export function useWallItems(): { all: readonly Target[] | null; error: Error | null } {
  const { rows, isLoaded, error } = useTargetRows(ALL_NOUNS);
  const all = useMemo(() => (isLoaded ? [...rows.values()] : null), [isLoaded, rows]);
  return { all, error };
}
