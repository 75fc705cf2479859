import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId, OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { selects } from "../../selectors/selects.ts";
import { notifyRecovery } from "./end-alerts.ts";
import { type AlertRow, resolveAlertsOfPairs } from "./queries.ts";

type Uncovering = { orgId: OrgId; by: string; nowMs: number; ruleId?: string; targetId?: TargetId };

/**
 * Resolves the alerts of targets that the selector of the rule no longer selects, after the rule, the target or the
 * groups changed. Of one rule or target, or of the whole organization.
 */
export async function endUncoveredAlerts(
  db: Db,
  { orgId, by, nowMs, ...of }: Uncovering,
): Promise<AlertRow[]> {
  const rows = await withNestedGroups(db, await listSelected(db, orgId, of));
  const uncovered = rows.filter(({ selector, ...target }) => !selects(selector, target));
  if (uncovered.length === 0) return [];
  const pairs = uncovered.map(({ rule_id: ruleId, targetId }) => ({ ruleId, targetId }));
  const ended = await resolveAlertsOfPairs(db, orgId, { pairs, by, now: new Date(nowMs) });
  await notifyRecovery(db, ended, nowMs);
  return ended;
}

type SelectedRow = {
  rule_id: string;
  selector: Selector;
  targetId: TargetId;
  kind: TargetKind;
  type: CheckType | null;
  tags: string[];
  groupId: GroupId | null;
};

/** Rules with a selector and the targets for which they have a state. */
const listSelected = (db: Db, orgId: OrgId, { ruleId, targetId }: Pick<Uncovering, "ruleId" | "targetId">) =>
  db.rows<SelectedRow>(sql`
    select c.rule_id, r.selector, t.id as "targetId", t.kind, m.type, t.tags, t.group_id as "groupId"
    from alert_rule r
    join alert_condition c on c.rule_id = r.id
    join target t on t.id = c.target_id
    left join monitor m on m.id = t.id
    where r.org_id = ${orgId} and r.selector is not null
      and (${ruleId ?? null}::uuid is null or r.id = ${ruleId ?? null}::uuid)
      and (${targetId ?? null}::uuid is null or t.id = ${targetId ?? null}::uuid)`);
