import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import { groupStatus } from "@vedette/contract/targets/group-status.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";

/** The groups of an organization as a tree with the statuses of its members. Pure: uses no database. */

type Node = {
  id: GroupId;
  parent: Node | null;
  rollup: GroupRollup;
  /** Number of members by status: targets and groups directly in the group. */
  members: Map<MonitorStatus, number>;
  /** Number of targets by status, including those of nested groups. */
  targets: Map<MonitorStatus, number>;
  status: MonitorStatus | null;
};

export type TreeGroup = { id: GroupId; parent_id: GroupId | null; rollup: GroupRollup };

export class GroupTree {
  readonly #nodes = new Map<GroupId, Node>();

  constructor(groups: readonly TreeGroup[]) {
    for (const { id, rollup } of groups)
      this.#nodes.set(id, { id, parent: null, rollup, members: new Map(), targets: new Map(), status: null });
    for (const { id, parent_id } of groups)
      this.#node(id).parent = parent_id === null ? null : this.#node(parent_id);
  }

  /**
   * Changes the status of a target in a group; null if the target does not exist before or after. Returns the groups
   * whose status has changed.
   */
  change(group: GroupId, before: MonitorStatus | null, after: MonitorStatus | null): GroupId[] {
    const changed: GroupId[] = [];
    let [from, to] = [before, after];
    for (let node: Node | null = this.#node(group); node !== null; node = node.parent) {
      move(node.targets, before, after);
      if (from === to) continue;
      move(node.members, from, to);
      from = node.status;
      to = groupStatus(node.rollup, node.members);
      node.status = to;
      if (from !== to) changed.push(node.id);
    }
    return changed;
  }

  status(id: GroupId): MonitorStatus | null {
    return this.#node(id).status;
  }

  targets(id: GroupId): ReadonlyMap<MonitorStatus, number> {
    return this.#node(id).targets;
  }

  #node(id: GroupId): Node {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`no group ${id}`);
    return node;
  }
}

function move(
  counts: Map<MonitorStatus, number>,
  from: MonitorStatus | null,
  to: MonitorStatus | null,
): void {
  if (from !== null) add(counts, from, -1);
  if (to !== null) add(counts, to, 1);
}

function add(counts: Map<MonitorStatus, number>, status: MonitorStatus, by: number): void {
  const count = (counts.get(status) ?? 0) + by;
  if (count === 0) counts.delete(status);
  else counts.set(status, count);
}
