import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { endAlert } from "../../../pipeline/alerting/alerts/end-alerts.ts";
import { type AlertRow, acknowledgeAlert } from "../../../pipeline/alerting/alerts/queries.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { listIncidentAlerts, saveIncidentRow } from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { auditChange } from "../alerts/service.ts";
import { emitIncident, type IncidentContext, incidentTarget, lockIncident } from "./incident-context.ts";
import { toIncident } from "./incident-view.ts";

/**
 * Acknowledges, mitigates and resolves incidents. As in PagerDuty, alerts follow their incident, and a resolved incident
 * stays resolved: what fails later opens another one.
 */

/** Acknowledges the incident and its open alerts. Has no effect if that was done. */
export async function acknowledgeIncident(ctx: IncidentContext, id: string): Promise<Incident> {
  const row = await lockIncident(ctx, id);
  if (row.state === "resolved") return toIncident(ctx, row);
  const by = actorId(ctx.actor);
  const now = new Date(ctx.clock.now());
  const alerts = await changeAlerts(ctx, row, (alertId) =>
    acknowledgeAlert(ctx.db, ctx.orgId, { id: alertId, by, now }),
  );
  const isNew = row.acknowledged_at === null;
  const changed: IncidentRow = isNew
    ? {
        ...row,
        state: row.state === "open" ? "acknowledged" : row.state,
        acknowledged_at: now,
        acknowledged_by: by,
      }
    : row;
  return save(ctx, { row, changed, alerts, action: "acknowledge" });
}

/** The impact is over, the cause may not be. Does not acknowledge it. */
export async function mitigateIncident(ctx: IncidentContext, id: string): Promise<Incident> {
  const row = await lockIncident(ctx, id);
  if (row.state === "resolved" || row.state === "mitigated") return toIncident(ctx, row);
  const now = new Date(ctx.clock.now());
  const changed: IncidentRow = { ...row, state: "mitigated", mitigated_at: now };
  return save(ctx, { row, changed, alerts: [], action: "mitigate" });
}

/** Resolves the incident and its open alerts. Has no effect on a resolved one. */
export async function resolveIncident(ctx: IncidentContext, id: string): Promise<Incident> {
  const row = await lockIncident(ctx, id);
  if (row.state === "resolved") return toIncident(ctx, row);
  const by = actorId(ctx.actor);
  const nowMs = ctx.clock.now();
  const alerts = await changeAlerts(ctx, row, (alertId) =>
    endAlert(ctx.db, { orgId: ctx.orgId, id: alertId, by, nowMs }),
  );
  const changed: IncidentRow = { ...row, state: "resolved", resolved_at: new Date(nowMs), resolved_by: by };
  return save(ctx, { row, changed, alerts, action: "resolve" });
}

async function changeAlerts(
  { db, orgId }: IncidentContext,
  row: IncidentRow,
  change: (alertId: string) => Promise<AlertRow | null>,
): Promise<AlertRow[]> {
  const changed: AlertRow[] = [];
  const members = await listIncidentAlerts(db, orgId, [row.id]);
  // In the order of their ids, as other transactions lock them.
  const ids = members.map(({ alert_id: id }) => id).sort();
  for (const id of ids) {
    const alert = await change(id);
    if (alert) changed.push(alert);
  }
  return changed;
}

type Action = "acknowledge" | "mitigate" | "resolve";

type StateChange = { row: IncidentRow; changed: IncidentRow; alerts: readonly AlertRow[]; action: Action };

async function save(ctx: IncidentContext, { row, changed, alerts, action }: StateChange): Promise<Incident> {
  const isChanged = changed !== row;
  const saved = isChanged ? { ...changed, updated_at: new Date(ctx.clock.now()) } : row;
  if (isChanged) await saveIncidentRow(ctx.db, saved);
  const incident = await toIncident(ctx, saved);
  for (const alert of alerts)
    await auditChange(ctx, alert, action === "resolve" ? "alert.resolve" : "alert.acknowledge");
  if (isChanged)
    await audit(ctx, {
      action: `incident.${action}`,
      target: incidentTarget(row.id),
      before: { state: row.state },
      after: { state: saved.state },
    });
  for (const alert of alerts) ctx.emit(alertEvent(alert));
  if (isChanged || alerts.length > 0) emitIncident(ctx, saved);
  return incident;
}
