import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { GroupId } from "@vedette/contract/common/ids.ts";
import { GROUP_DEPTH_MAX } from "@vedette/contract/targets/group-status.ts";

type Place = { id: GroupId; parent_id: GroupId | null; name: string };

/** Returns what is wrong with the place of a group in the tree. `others` are the other groups of the organization. */
export function findTreeErrors(group: Place, others: readonly Place[]): ErrorDetail[] {
  const parents = new Map([...others, group].map(({ id, parent_id }) => [id, parent_id]));
  const parent = group.parent_id;
  if (parent !== null && !parents.has(parent))
    return [{ path: "parent_id", message: "is not the id of a known group" }];
  if (parent !== null && ancestors(parent, parents).includes(group.id))
    return [{ path: "parent_id", message: "is the group itself or a group in it" }];
  const errors: ErrorDetail[] = [];
  const depth = Math.max(...[...parents.keys()].map((id) => ancestors(id, parents).length));
  if (depth > GROUP_DEPTH_MAX)
    errors.push({ path: "parent_id", message: `nests groups deeper than ${GROUP_DEPTH_MAX} levels` });
  if (others.some(({ parent_id, name }) => parent_id === parent && name === group.name))
    errors.push({ path: "name", message: "is taken by another group of the same parent" });
  return errors;
}

/** The group and all that contain it. Stops at a cycle. */
function ancestors(id: GroupId, parents: ReadonlyMap<GroupId, GroupId | null>): GroupId[] {
  const path: GroupId[] = [];
  for (let at: GroupId | null = id; at !== null && !path.includes(at); at = parents.get(at) ?? null)
    path.push(at);
  return path;
}
