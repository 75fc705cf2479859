import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleDefinitionRow } from "./queries.ts";

/** Converts a rule row to its API representation. */
export function toAlertRule(row: RuleDefinitionRow, targetCount: number): AlertRule {
  const targetId = (kind: RuleDefinitionRow["target_kind"]) =>
    row.target_kind === kind ? row.target_id : null;
  return {
    id: row.id,
    org_id: row.org_id,
    name: row.name,
    type: row.type,
    params: { ...row.params },
    channel_id: row.channel_ids[0] ?? null,
    channel_ids: row.channel_ids,
    monitor_id: targetId("monitor"),
    api_monitor_id: targetId("api_monitor"),
    journey_id: targetId("journey"),
    heartbeat_id: targetId("heartbeat"),
    selector: row.selector,
    slo_id: row.slo_id,
    target_count: targetCount,
    enabled: row.enabled,
    severity: row.severity,
    cooldown_seconds: row.cooldown_seconds,
    confirm_seconds: row.confirm_seconds,
    recovery_threshold: row.recovery_threshold,
    remind_every_seconds: row.remind_every_seconds,
    notify_recovery: row.notify_recovery,
    flap_detection: row.flap_detection,
    escalation_policy_id: row.escalation_policy_id,
    opens_incident: row.opens_incident,
    group_by: row.group_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
