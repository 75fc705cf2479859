import type { GroupId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { readMissed } from "../results/observed/missed-queries.ts";
import { statusSpans } from "../results/stats/uptime.ts";
import { type GroupHistory, groupHistories } from "./group-spans.ts";
import type { TreeGroup } from "./group-tree.ts";
import { listGroupedChanges, listGroupedTargets } from "./queries.ts";

/** Reads the status history of all groups, from `fromMs` on or somewhat earlier, until now. */
export async function readGroupSpans(
  db: Db,
  orgId: OrgId,
  { groups, fromMs, nowMs }: { groups: readonly TreeGroup[]; fromMs: number; nowMs: number },
): Promise<Map<GroupId, GroupHistory>> {
  const targets = await listGroupedTargets(db, orgId);
  const changes = await listGroupedChanges(db, orgId, new Date(fromMs));
  const missed = await readMissed(db, orgId, { ids: targets.map(({ id }) => id), fromMs, toMs: nowMs });
  const changesOf = Map.groupBy(changes, ({ target_id }) => target_id);
  const histories = targets.map(({ id, group_id: groupId, status, created_at }) => {
    const known = (changesOf.get(id) ?? []).map((change) => ({
      atMs: change.at.getTime(),
      status: change.status,
      previousStatus: change.previous_status,
    }));
    const spans = statusSpans({ createdAtMs: created_at.getTime(), nowMs, status }, known);
    return { groupId, spans, missed: missed.get(id) ?? [] };
  });
  return groupHistories(groups, histories);
}
