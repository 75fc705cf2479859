import type { GroupId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type StatusSpan, statusSpans } from "../results/stats/uptime.ts";
import { groupSpans } from "./group-spans.ts";
import type { TreeGroup } from "./group-tree.ts";
import { listGroupedChanges, listGroupedTargets } from "./queries.ts";

/** Reads the status history of all groups, from `fromMs` on or somewhat earlier, until now. */
export async function readGroupSpans(
  db: Db,
  orgId: OrgId,
  { groups, fromMs, nowMs }: { groups: readonly TreeGroup[]; fromMs: number; nowMs: number },
): Promise<Map<GroupId, StatusSpan[]>> {
  const targets = await listGroupedTargets(db, orgId);
  const changes = await listGroupedChanges(db, orgId, new Date(fromMs));
  const changesOf = Map.groupBy(changes, ({ target_id }) => target_id);
  const histories = targets.map(({ id, group_id: groupId, status, created_at }) => {
    const known = (changesOf.get(id) ?? []).map((change) => ({
      atMs: change.at.getTime(),
      status: change.status,
      previousStatus: change.previous_status,
    }));
    return { groupId, spans: statusSpans({ createdAtMs: created_at.getTime(), nowMs, status }, known) };
  });
  return groupSpans(groups, histories);
}
