import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { INCIDENT_ALERTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import {
  addIncidentAlert,
  listIncidentAlerts,
  removeIncidentAlert,
} from "../../../pipeline/incidents/incident-queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { emitIncident, type IncidentContext, incidentTarget, lockIncident } from "./incident-context.ts";
import { toIncident } from "./incident-view.ts";
import { listAlertsById } from "./queries.ts";

/** Adds alerts to an incident by hand, and takes them out. */

/** Adding an alert that is in the incident has no effect. */
export async function addAlertToIncident(
  ctx: IncidentContext,
  { id, alertId }: { id: string; alertId: string },
): Promise<Incident> {
  const { db, orgId } = ctx;
  const row = await lockIncident(ctx, id);
  const [alert] = UUID_PATTERN.test(alertId) ? await listAlertsById(db, orgId, [alertId]) : [];
  if (!alert) throw badFields([{ path: "alert_id", message: "is not the ID of an alert" }]);
  if (alert.incident_id === row.id) return toIncident(ctx, row);
  if (alert.incident_id !== null)
    throw badFields([{ path: "alert_id", message: "belongs to another incident; remove it there first" }]);
  if ((await listIncidentAlerts(db, orgId, [row.id])).length >= INCIDENT_ALERTS_MAX)
    throw new AppError("BAD_REQUEST", `An incident has at most ${INCIDENT_ALERTS_MAX} alerts.`);
  const now = new Date(ctx.clock.now());
  const by = actorId(ctx.actor);
  await addIncidentAlert(db, orgId, {
    ...{ incidentId: row.id, alertId, reason: "A person added it.", by, now },
  });
  const incident = await toIncident(ctx, row);
  const after = { alert_id: alertId, title: alert.title };
  await audit(ctx, { action: "incident.add_alert", target: incidentTarget(row.id), after });
  emitIncident(ctx, row);
  return incident;
}

/** The alert is not added to this incident again by itself, and opens no other. */
export async function removeAlertFromIncident(
  ctx: IncidentContext,
  { id, alertId }: { id: string; alertId: string },
): Promise<Incident> {
  const { db, orgId } = ctx;
  const row = await lockIncident(ctx, id);
  const members = await listIncidentAlerts(db, orgId, [row.id]);
  const alert = members.find(({ alert_id: one }) => one === alertId);
  if (!alert) throw notFound("alert of the incident");
  await removeIncidentAlert(db, orgId, { incidentId: row.id, alertId, now: new Date(ctx.clock.now()) });
  const incident = await toIncident(ctx, row);
  const after = { alert_id: alertId, title: alert.title };
  await audit(ctx, { action: "incident.remove_alert", target: incidentTarget(row.id), after });
  emitIncident(ctx, row);
  return incident;
}
