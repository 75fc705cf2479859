import type { GroupId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { readGroupSpans } from "../../groups/group-history.ts";
import { type GroupRow, listGroups } from "../../groups/queries.ts";
import { sumMissed, sumSpans } from "../../results/history/daily-uptime.ts";
import type { ReportRange } from "../report-period.ts";
import { availabilityOf } from "./availability.ts";
import type { GroupFigures } from "./report-content.ts";

type Asked = { groupIds: ReadonlySet<string>; range: ReportRange; excludesMaintenance: boolean };

/** The figures of the groups with these IDs and of the groups around them, by the rule of each group; in order of the tree. */
export async function readReportedGroups(
  db: Db,
  orgId: OrgId,
  { groupIds, range, excludesMaintenance }: Asked,
): Promise<GroupFigures[]> {
  if (groupIds.size === 0) return [];
  const groups = await listGroups(db, orgId);
  const shown = withAncestors(groups, groupIds);
  const histories = await readGroupSpans(db, orgId, { groups, fromMs: range.fromMs, nowMs: range.toMs });
  const day = { date: "", ...range };
  return inTreeOrder(groups, null, 0).flatMap(({ group: { id, name }, depth }) => {
    const history = histories.get(id);
    if (!shown.has(id) || history === undefined) return [];
    const { spans, missed } = history;
    const sums = { sums: sumSpans(spans, [day]), missed: sumMissed(spans, { missed, days: [day] }) };
    return [{ id, name, depth, ...availabilityOf(sums, { range: day, excludesMaintenance }) }];
  });
}

function withAncestors(groups: readonly GroupRow[], ids: ReadonlySet<string>): Set<string> {
  const parents = new Map<string, GroupId | null>(groups.map(({ id, parent_id }) => [id, parent_id]));
  const shown = new Set<string>();
  for (const first of ids)
    for (let id: string | null = first; id !== null && !shown.has(id); id = parents.get(id) ?? null)
      shown.add(id);
  return shown;
}

function inTreeOrder(
  groups: readonly GroupRow[],
  parent: GroupId | null,
  depth: number,
): { group: GroupRow; depth: number }[] {
  return groups
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((group) => [{ group, depth }, ...inTreeOrder(groups, group.id, depth + 1)]);
}
