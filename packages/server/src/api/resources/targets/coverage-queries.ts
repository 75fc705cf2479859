import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type RuleChannelRow = { id: string; name: string; type: AlertChannelType; enabled: boolean };

export type CoveringRuleRow = {
  id: string;
  name: string;
  type: RuleType;
  severity: Severity;
  enabled: boolean;
  target_id: string | null;
  selector: Selector | null;
  escalation_policy_id: string | null;
  channels: RuleChannelRow[];
};

/** The rules that name the target, and those that select targets. */
export const listCoveringRules = (db: Db, orgId: OrgId, id: TargetId) =>
  db.rows<CoveringRuleRow>(sql`
    select r.id, r.name, r.type, r.severity, r.enabled, r.target_id, r.selector,
      r.escalation_policy_id, coalesce((
        select jsonb_agg(
          jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'enabled', c.disabled_at is null) order by rc.position)
        from alert_rule_channel rc join alert_channel c on c.id = rc.channel_id where rc.rule_id = r.id
      ), '[]') as channels
    from alert_rule r
    where r.org_id = ${orgId} and (r.target_id is null or r.target_id = ${id})
    order by r.name, r.id`);

export type RuleSelectorRow = Pick<CoveringRuleRow, "type" | "target_id" | "selector">;

export const findRuleSelector = (db: Db, orgId: OrgId, id: string) =>
  db.find<RuleSelectorRow>(
    sql`select type, target_id, selector from alert_rule where org_id = ${orgId} and id = ${id}`,
  );

/** Of the enabled rules. */
export const listRuleSelectors = (db: Db, orgId: OrgId) =>
  db.rows<RuleSelectorRow>(
    sql`select type, target_id, selector from alert_rule where org_id = ${orgId} and enabled`,
  );
