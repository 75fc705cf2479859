import type { Target } from "@vedette/contract/targets/targets.ts";
import type { WallLayout } from "./wall-layout.ts";

/** Which targets are on which page of the wall. Pure. */

const WRONG: readonly Target["status"][] = ["down", "degraded", "unknown"];

export function isWrong({ status }: Pick<Target, "status">): boolean {
  return WRONG.includes(status);
}

/** What is wrong is on every page, but takes at most half of it. `targets` are in order, the worst first. */
export function wallPages(targets: readonly Target[], layout: WallLayout): Target[][] {
  if (layout.pages === 1) return [[...targets]];
  const capacity = layout.columns * layout.rows;
  const wrong = targets.filter(isWrong);
  const pinned = wrong.slice(0, Math.floor(capacity / 2));
  const others = targets.slice(pinned.length);
  const pages = Math.ceil(others.length / (capacity - pinned.length));
  // The same number on each page, so that the last page is not nearly empty.
  const perPage = Math.ceil(others.length / pages);
  return Array.from({ length: pages }, (_, page) => [
    ...pinned,
    ...others.slice(page * perPage, (page + 1) * perPage),
  ]);
}
