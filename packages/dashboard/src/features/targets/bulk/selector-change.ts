import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Adds targets to what a rule or window covers, and removes them. Pure. */

/** Thrown if a selector cannot express the change; the message is for the person. */
export class SelectorProblem extends Error {}

/** Returns a selector that selects the targets too. */
export function withTargets(selector: Selector, ids: readonly string[]): Selector {
  if (Object.keys(selector).length === 0) throw new SelectorProblem("It covers every target already.");
  return { ...selector, targets: [...new Set([...(selector.targets ?? []), ...ids])] };
}

/** Returns a selector without these targets. */
export function withoutTargets(
  selector: Selector,
  ids: readonly string[],
  /** The targets that the selector selects now. */
  selectedIds: ReadonlySet<string>,
): Selector {
  const { targets = [], ...filters } = selector;
  if (!ids.some((id) => selectedIds.has(id))) throw new SelectorProblem("It covers none of them.");
  const left = targets.filter((id) => !ids.includes(id));
  const listed = new Set(targets);
  if (ids.some((id) => selectedIds.has(id) && !listed.has(id)))
    throw new SelectorProblem(
      "It selects some of them by group, tag or type. Change their groups or tags, or edit what it covers.",
    );
  if (left.length === 0 && Object.keys(filters).length === 0)
    throw new SelectorProblem("It would cover no target. Disable or delete it instead.");
  return left.length === 0 ? filters : { ...filters, targets: left };
}
