import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Sorts the IDs of a selector, so that two selectors of the same targets are equal. */
export function sorted(selector: Selector): Selector {
  const { targets, groups, ...filters } = selector;
  return {
    ...filters,
    ...(targets && { targets: [...new Set(targets)].sort() }),
    ...(groups && { groups: [...new Set(groups)].sort() }),
  };
}

/** The same for rules and windows, where no selector and an empty one mean every target. */
export function normalSelector(selector: Selector | null | undefined): Selector | null {
  return selector == null || Object.keys(selector).length === 0 ? null : sorted(selector);
}
