import type { Group } from "@vedette/contract/targets/groups.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { withNested } from "../../features/groups/group-tree.ts";
import { STATUS_ORDER } from "../monitors/list/list-view.ts";
import { tagsOfWall, type WallSearch } from "./wall-search.ts";

/** The targets on the wall. Pure. */

/** Returns the selected targets, the worst first; within a status those first whose status changed last. */
export function wallTargets(all: readonly Target[], groups: readonly Group[], search: WallSearch): Target[] {
  const tags = tagsOfWall(search);
  const ids = groupIdsOf(groups, search.group);
  return all
    .filter((target) => tags.length === 0 || target.tags.some((tag) => tags.includes(tag)))
    .filter(({ group_id: id }) => ids === null || (id !== null && ids.has(id)))
    .sort(
      (a, b) =>
        STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
        compare(b.status_since, a.status_since) ||
        compare(a.name, b.name),
    );
}

/** Null without a group. An unknown group has no targets. */
function groupIdsOf(groups: readonly Group[], wanted: string | undefined): ReadonlySet<string> | null {
  if (wanted === undefined) return null;
  const group = groups.find(({ id, name }) => id === wanted || name === wanted);
  return group ? withNested(groups, group.id) : new Set();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
