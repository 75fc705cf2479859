import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { toAlertedTarget } from "../../../pipeline/alerting/alerts/alerted-target.ts";
import type { AlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import type { NameOf } from "../audit-log/service-names.ts";
import type { DeliveryRow } from "./queries.ts";

/** Converts an alert row to its API representation. */
export function toAlert(
  row: AlertRow,
  { deliveries, findName }: { deliveries: readonly DeliveryRow[]; findName: NameOf },
): Alert {
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
    sent_at: toIso(row.sent_at),
    acknowledged_at: toIso(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    acknowledged_by_name: findName(row.acknowledged_by),
    resolved_at: toIso(row.resolved_at),
    resolved_by: row.resolved_by,
    resolved_by_name: findName(row.resolved_by),
    deliveries: deliveries.map(({ channel_id, kind, attempt, at, ok, status_code, error }) => ({
      channel_id,
      kind,
      attempt,
      at: at.toISOString(),
      ok,
      status_code,
      error,
    })),
  };
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
