import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { AlertRow } from "./queries.ts";

/** The live event of an opened or changed alert. */
export function alertEvent(alert: AlertRow): LiveEvent {
  return {
    type: "alert.changed",
    orgId: alert.org_id,
    data: {
      alert_id: alert.id,
      rule_id: alert.rule_id,
      rule_type: alert.rule_type,
      severity: alert.severity,
      status: alert.status,
      target_id: alert.target_id,
      title: alert.title,
      triggered_at: alert.triggered_at.toISOString(),
      acknowledged_at: alert.acknowledged_at?.toISOString() ?? null,
      resolved_at: alert.resolved_at?.toISOString() ?? null,
    },
  };
}
