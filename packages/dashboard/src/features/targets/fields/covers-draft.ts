import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** All targets, or those that a selector selects. Form state. */
export type CoversDraft = { covers: "all" | "some"; selector: Selector };

/** Whether a selector is asked for and still missing. An empty selector would select every target. */
export function isWithoutSelector({ covers, selector }: CoversDraft): boolean {
  return covers === "some" && Object.keys(selector).length === 0;
}
