import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { IncidentAlertRow, IncidentRow } from "./incident-row.ts";

/* Statements on incidents and their alerts. */

export const INCIDENT_COLUMNS = sql`i.id, i.org_id, i.number, i.title, i.severity, i.state, i.source, i.lead_id,
  i.started_at, i.acknowledged_at, i.acknowledged_by, i.mitigated_at, i.resolved_at, i.resolved_by, i.postmortem,
  i.inbound, i.dedup_key, i.timeline, i.created_by, i.created_at, i.updated_at`;

export type IncidentSettingsRow = {
  last_number: number;
  resolves_automatically: boolean;
  inbound_token_at: Date | null;
};

/** Locks the incidents of an organization until the transaction ends. */
export const lockIncidents = async (db: Db, orgId: OrgId): Promise<IncidentSettingsRow> => {
  const row = await db.find<IncidentSettingsRow>(sql`
    insert into incident_settings as s (org_id) values (${orgId})
    on conflict (org_id) do update set last_number = s.last_number
    returning last_number, resolves_automatically, inbound_token_at`);
  if (!row) throw new Error(`the incidents of ${orgId} were not locked`);
  return row;
};

export const findIncidentSettings = (db: Db, orgId: OrgId) =>
  db.find<IncidentSettingsRow>(sql`
    select last_number, resolves_automatically, inbound_token_at from incident_settings where org_id = ${orgId}`);

export const findIncidentById = (db: Db, orgId: OrgId, id: string) =>
  db.find<IncidentRow>(sql`
    select ${INCIDENT_COLUMNS} from incident i where i.org_id = ${orgId} and i.id = ${id}`);

/** The incident of a webhook's key that is not resolved. */
export const findIncidentByKey = (db: Db, orgId: OrgId, dedupKey: string) =>
  db.find<IncidentRow>(sql`
    select ${INCIDENT_COLUMNS} from incident i
    where i.org_id = ${orgId} and i.dedup_key = ${dedupKey} and i.resolved_at is null`);

export const listOpenIncidents = (db: Db, orgId: OrgId) =>
  db.rows<IncidentRow>(sql`
    select ${INCIDENT_COLUMNS} from incident i where i.org_id = ${orgId} and i.resolved_at is null order by i.number`);

export const countOpenIncidents = async (db: Db, orgId: OrgId): Promise<number> => {
  const row = await db.find<{ incidents: number }>(sql`
    select count(*)::int4 as incidents from incident where org_id = ${orgId} and resolved_at is null`);
  return row?.incidents ?? 0;
};

/** Stores a new incident with the next number, which it returns. The incidents are locked. */
export const insertIncident = async (db: Db, row: Omit<IncidentRow, "number">): Promise<number> => {
  const next = await db.find<{ number: number }>(sql`
    with next as (
      update incident_settings set last_number = last_number + 1 where org_id = ${row.org_id} returning last_number
    )
    insert into incident (id, org_id, number, title, severity, state, source, lead_id, started_at, acknowledged_at,
      acknowledged_by, mitigated_at, resolved_at, resolved_by, postmortem, inbound, dedup_key, created_by, created_at,
      updated_at)
    select ${row.id}, ${row.org_id}, last_number, ${row.title}, ${row.severity}, ${row.state}, ${row.source},
      ${row.lead_id}::uuid, ${row.started_at}::timestamptz, ${row.acknowledged_at}::timestamptz, ${row.acknowledged_by},
      ${row.mitigated_at}::timestamptz, ${row.resolved_at}::timestamptz, ${row.resolved_by}, ${row.postmortem},
      ${json(row.inbound)}::jsonb, ${row.dedup_key}, ${row.created_by}, ${row.created_at}::timestamptz,
      ${row.updated_at}::timestamptz
    from next
    returning number`);
  if (!next) throw new Error(`incident ${row.id} was not stored`);
  return next.number;
};

/** Stores all fields that can change. */
export const saveIncidentRow = (db: Db, row: IncidentRow) =>
  db.run(sql`
    update incident set title = ${row.title}, severity = ${row.severity}, state = ${row.state}, lead_id = ${row.lead_id},
      started_at = ${row.started_at}, acknowledged_at = ${row.acknowledged_at}, acknowledged_by = ${row.acknowledged_by},
      mitigated_at = ${row.mitigated_at}, resolved_at = ${row.resolved_at}, resolved_by = ${row.resolved_by},
      postmortem = ${row.postmortem}, inbound = ${json(row.inbound)}::jsonb, timeline = ${json(row.timeline)}::jsonb,
      updated_at = ${row.updated_at}
    where org_id = ${row.org_id} and id = ${row.id}`);

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The alerts of some incidents, oldest first; not those that a person took out. */
export const listIncidentAlerts = (db: Db, orgId: OrgId, incidentIds: readonly string[]) =>
  db.rows<IncidentAlertRow>(sql`
    select l.incident_id, l.alert_id, l.reason, a.title, a.severity, a.target_id, a.target_kind, a.target_name,
      a.triggered_at, a.acknowledged_at, a.acknowledged_by, a.resolved_at
    from incident_alert l join alert a on a.id = l.alert_id
    where l.org_id = ${orgId} and l.incident_id = any(${textArray(incidentIds)}::uuid[]) and l.removed_at is null
    order by a.triggered_at, a.id`);

export type NewIncidentAlert = { incidentId: string; alertId: string; reason: string; by: string; now: Date };

/** Adds an alert of the organization that belongs to no incident. Returns 0 if there is no such alert. */
export const addIncidentAlert = (
  db: Db,
  orgId: OrgId,
  { incidentId, alertId, reason, by, now }: NewIncidentAlert,
) =>
  db.run(sql`
    insert into incident_alert as l (incident_id, alert_id, org_id, reason, added_by, added_at)
    select ${incidentId}::uuid, a.id, a.org_id, ${reason}, ${by}, ${now}::timestamptz from alert a
    where a.org_id = ${orgId} and a.id = ${alertId}
      and not exists (select from incident_alert o where o.alert_id = a.id and o.removed_at is null)
    on conflict (incident_id, alert_id) do update
      set reason = excluded.reason, added_by = excluded.added_by, added_at = excluded.added_at, removed_at = null`);

export const removeIncidentAlert = (
  db: Db,
  orgId: OrgId,
  { incidentId, alertId, now }: { incidentId: string; alertId: string; now: Date },
) =>
  db.run(sql`
    update incident_alert set removed_at = ${now}
    where org_id = ${orgId} and incident_id = ${incidentId} and alert_id = ${alertId} and removed_at is null`);
