import { UNGROUPED } from "@vedette/contract/people/groupable-lists.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { PlacedGroup } from "./group-tree.ts";

type GroupedRow = { group_id: string | null; status: MonitorStatus };

/** A group of a list, in the order of the tree, with its own rows. */
export type GroupSection<Row> = {
  /** The id of the group, or `UNGROUPED`. */
  id: string;
  /** Null for rows without a group. */
  group: PlacedGroup | null;
  /** The number of its rows by status, including those of nested groups. */
  counts: Partial<Record<MonitorStatus, number>>;
  isCollapsed: boolean;
  /** Empty if it is collapsed. */
  rows: readonly Row[];
};

/**
 * Arranges rows by group, the rows without a group last. Groups without a row, and those in a collapsed group, are left
 * out. A row whose group is not known yet counts as one without a group. Pure.
 */
export function sectionsByGroup<Row extends GroupedRow>(
  rows: readonly Row[],
  /** In the order of the tree. */
  groups: readonly PlacedGroup[],
  collapsed: ReadonlySet<string>,
): GroupSection<Row>[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const own = Map.groupBy(rows, ({ group_id: id }) => (id !== null && byId.has(id) ? id : UNGROUPED));
  const counts = countRows(own, byId);
  const isHidden = ({ parent_id: parent }: PlacedGroup): boolean => {
    const above = parent === null ? undefined : byId.get(parent);
    return above !== undefined && (collapsed.has(above.id) || isHidden(above));
  };
  const section = (id: string, group: PlacedGroup | null): GroupSection<Row> => ({
    ...{ id, group, counts: counts.get(id) ?? {}, isCollapsed: collapsed.has(id) },
    rows: collapsed.has(id) ? [] : (own.get(id) ?? []),
  });
  const shown = groups.filter((group) => counts.has(group.id) && !isHidden(group));
  const rest = own.has(UNGROUPED) ? [section(UNGROUPED, null)] : [];
  return [...shown.map((group) => section(group.id, group)), ...rest];
}

/** Counts the rows of each group and of all groups around it. */
function countRows<Row extends GroupedRow>(
  own: ReadonlyMap<string, readonly Row[]>,
  byId: ReadonlyMap<string, PlacedGroup>,
): Map<string, Partial<Record<MonitorStatus, number>>> {
  const counts = new Map<string, Partial<Record<MonitorStatus, number>>>();
  for (const [id, rows] of own) {
    for (let at: string | null = id; at !== null; at = byId.get(at)?.parent_id ?? null) {
      const count = counts.get(at) ?? {};
      for (const { status } of rows) count[status] = (count[status] ?? 0) + 1;
      counts.set(at, count);
    }
  }
  return counts;
}
