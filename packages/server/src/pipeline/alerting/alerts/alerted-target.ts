import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** What people need to know about the target of an alert; null once it is deleted. */
export type AlertedTargetFacts = Pick<Alert["target"], "description" | "runbook_url" | "owner">;

/** Of the target as it is now, of an alert `a`. */
export const TARGET_FACTS = sql`(
    select jsonb_build_object('description', t.description, 'runbook_url', t.runbook_url, 'owner', t.owner)
    from target t where t.id = a.target_id
  ) as target_facts`;

/** The target of an alert in the API and in messages. */
export function toAlertedTarget(row: {
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  target_facts: AlertedTargetFacts | null;
}): Alert["target"] {
  const { description, runbook_url = null, owner = null } = row.target_facts ?? {};
  return {
    ...{ type: row.target_kind, id: row.target_id, name: row.target_name },
    ...{ description: description || null, runbook_url, owner },
  };
}
