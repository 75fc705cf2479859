import { lowestId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type OpeningsRequest = { orgId: string; ruleId: string; targetId: string; since: Date };

/** When the alerts of these rules and targets opened, oldest first. By the index alert_by_target: an id starts with its time. */
export const listOpenings = (db: Db, requests: readonly OpeningsRequest[]) =>
  db.rows<{ rule_id: string; target_id: string; triggered_at: Date }>(sql`
    select a.rule_id, a.target_id, a.triggered_at
    from unnest(
      ${textArray(requests.map(({ orgId }) => orgId))}::uuid[],
      ${textArray(requests.map(({ ruleId }) => ruleId))}::uuid[],
      ${textArray(requests.map(({ targetId }) => targetId))}::uuid[],
      ${textArray(requests.map(({ since }) => lowestId(since.getTime())))}::uuid[]
    ) as g (org_id, rule_id, target_id, lowest)
    join alert a on a.org_id = g.org_id and a.target_id = g.target_id and a.rule_id = g.rule_id and a.id >= g.lowest
    order by a.id`);
