import type { Group } from "@vedette/contract/targets/groups.ts";

/** Orders groups as a tree, with names that are indented by their depth. */
export function groupTree(groups: readonly Group[]): Group[] {
  const below = (parent: string | null, indent: string): Group[] =>
    groups
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((group) => [{ ...group, name: `${indent}${group.name}` }, ...below(group.id, `${indent}  `)]);
  return below(null, "");
}
