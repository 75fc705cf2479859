import type { Group } from "@vedette/contract/targets/groups.ts";

/** The groups in the order of their tree. Pure. */

export type PlacedGroup = Group & {
  /** 0 at the top. */
  depth: number;
  /** Names from the top, such as "Shop / Checkout". */
  path: string;
};

/** Returns the groups in the order of the tree: each group before those in it. */
export function inTreeOrder(groups: readonly Group[]): PlacedGroup[] {
  const children = Map.groupBy(groups, ({ parent_id }) => parent_id);
  const below = (parent: string | null, depth: number, path: string): PlacedGroup[] =>
    (children.get(parent) ?? []).flatMap((group) => {
      const name = path === "" ? group.name : `${path} / ${group.name}`;
      return [{ ...group, depth, path: name }, ...below(group.id, depth + 1, name)];
    });
  return below(null, 0, "");
}

/** Returns the ids of a group and of all groups in it. */
export function withNested(groups: readonly Group[], id: string): Set<string> {
  const found = new Set([id]);
  for (const { id: own, parent_id } of inTreeOrder(groups))
    if (parent_id && found.has(parent_id)) found.add(own);
  return found;
}
