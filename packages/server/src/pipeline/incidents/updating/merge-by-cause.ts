import type { OrgId } from "@vedette/contract/common/ids.ts";
import { INCIDENT_ALERTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { DetectedCause } from "../../common-cause/detect-cause.ts";
import {
  addIncidentAlert,
  listIncidentAlerts,
  removeIncidentAlert,
  saveIncidentRow,
} from "../incident-queries.ts";
import { AUTO, type IncidentAlertRow, type IncidentRow, SYSTEM_ACTOR } from "../incident-row.ts";

/** What a merge did: the incident that stays, and those whose alerts it took. */
type Merged = { kept: IncidentRow; ended: { row: IncidentRow; alertIds: string[] }[] };

/**
 * Makes one incident of those that the first alerts of a common cause opened before it was known. Only incidents that no
 * person has touched, and whose alerts are all about its targets, end; their alerts move to the oldest one.
 */
export async function mergeByCause(
  db: Db,
  {
    orgId,
    open,
    cause,
    now,
  }: { orgId: OrgId; open: readonly IncidentRow[]; cause: DetectedCause; now: Date },
): Promise<Merged | null> {
  const alerts = Map.groupBy(
    await listIncidentAlerts(
      db,
      orgId,
      open.map(({ id }) => id),
    ),
    ({ incident_id: id }) => id,
  );
  const concerned = open.filter(({ id }) => (alerts.get(id) ?? []).some((alert) => isAffected(alert, cause)));
  const kept =
    concerned.find(({ id }) => id === cause.incidentId) ??
    concerned.toSorted((a, b) => a.number - b.number)[0];
  if (kept === undefined) return null;
  let room = INCIDENT_ALERTS_MAX - (alerts.get(kept.id) ?? []).length;
  let after = kept;
  const ended: Merged["ended"] = [];
  for (const row of concerned) {
    const own = alerts.get(row.id) ?? [];
    if (row.id === kept.id || !isUntouched(row) || own.length > room) continue;
    if (!own.every((alert) => isAffected(alert, cause))) continue;
    await moveAlerts(db, orgId, { own, from: row.id, to: kept.id, reason: cause.summary, now });
    const resolved: IncidentRow = {
      ...row,
      ...{ state: "resolved", resolved_at: now, resolved_by: AUTO, updated_at: now },
    };
    await saveIncidentRow(db, resolved);
    room -= own.length;
    after = withMerged(after, row, now);
    ended.push({ row: resolved, alertIds: own.map(({ alert_id: id }) => id) });
  }
  if (after !== kept) await saveIncidentRow(db, after);
  return { kept: after, ended };
}

function isAffected({ target_id: id }: IncidentAlertRow, { affectedIds }: DetectedCause): boolean {
  return affectedIds.includes(id);
}

function isUntouched({ source, state, lead_id: lead, postmortem }: IncidentRow): boolean {
  return source === "rule" && state === "open" && lead === null && postmortem === null;
}

/** The worst severity and the earliest start of both. */
function withMerged(kept: IncidentRow, merged: IncidentRow, now: Date): IncidentRow {
  const isWorse = kept.state === "open" && merged.severity === "critical";
  return {
    ...kept,
    severity: isWorse ? "critical" : kept.severity,
    started_at: new Date(Math.min(kept.started_at.getTime(), merged.started_at.getTime())),
    updated_at: now,
  };
}

type Move = { own: readonly IncidentAlertRow[]; from: string; to: string; reason: string; now: Date };

async function moveAlerts(db: Db, orgId: OrgId, { own, from, to, reason, now }: Move): Promise<void> {
  for (const { alert_id: alertId } of own) {
    await removeIncidentAlert(db, orgId, { incidentId: from, alertId, now });
    await addIncidentAlert(db, orgId, { incidentId: to, alertId, reason, by: SYSTEM_ACTOR, now });
  }
}
