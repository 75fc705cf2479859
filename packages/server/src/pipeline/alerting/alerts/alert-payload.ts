import type { AlertPayload } from "../messages/message.ts";
import { toAlertedTarget } from "./alerted-target.ts";
import type { AlertRow } from "./queries.ts";

/** An alert as it is sent to channels, and as the API shows it without names and deliveries. */
export function toAlertPayload(row: AlertRow): AlertPayload {
  return {
    id: row.id,
    org_id: row.org_id,
    rule_id: row.rule_id,
    rule_type: row.rule_type,
    severity: row.severity,
    status: row.status,
    target: toAlertedTarget(row),
    title: row.title,
    message: row.message,
    evidence: row.evidence,
    group_key: row.group_key,
    suppressed_by: row.suppressed_by,
    triggered_at: row.triggered_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    acknowledged_by: row.acknowledged_by,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
  };
}
