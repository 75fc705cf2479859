import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** What templates show of a target and a rule beside what every message has. As they are now, unlike the alert. */
export type TemplateFacts = {
  rule_name: string | null;
  target_url: string | null;
  target_tags: readonly string[];
  target_group: string | null;
};

export const NO_TEMPLATE_FACTS: TemplateFacts = {
  rule_name: null,
  target_url: null,
  target_tags: [],
  target_group: null,
};

/** Read only for channels that have templates. */
export async function loadTemplateFacts(
  db: Db,
  orgId: OrgId,
  { ruleId, targetId }: { ruleId: string; targetId: string },
): Promise<TemplateFacts> {
  const row = await db.find<TemplateFacts>(sql`
    select r.name as rule_name, t.address as target_url, coalesce(t.tags, '{}') as target_tags,
      g.name as target_group
    from (values (${ruleId}::uuid, ${targetId}::uuid)) as v (rule_id, target_id)
    left join alert_rule r on r.id = v.rule_id and r.org_id = ${orgId}
    left join target t on t.id = v.target_id and t.org_id = ${orgId}
    left join target_group g on g.id = t.group_id`);
  return row ?? NO_TEMPLATE_FACTS;
}
