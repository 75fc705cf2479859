import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Incident, IncidentListQuery } from "@vedette/contract/incidents/incidents.ts";
import { INCIDENT_COLUMNS } from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOTHING = sql``;

/** Newest first: an id starts with the time at which the incident was opened. */
export const listIncidentRows = (
  db: Db,
  orgId: OrgId,
  { query, afterId }: { query: IncidentListQuery; afterId: string | null },
) => {
  const { state, severity, lead_id: lead, alert_id: alertId, from, to, limit } = query;
  return db.rows<IncidentRow>(sql`
    select ${INCIDENT_COLUMNS} from incident i
    where i.org_id = ${orgId}
      ${state ? sql`and i.state = any (${state})` : NOTHING}
      ${severity ? sql`and i.severity = any (${severity})` : NOTHING}
      ${lead === "none" ? sql`and i.lead_id is null` : NOTHING}
      ${lead !== undefined && lead !== "none" ? sql`and i.lead_id = ${lead}::uuid` : NOTHING}
      ${alertId ? sql`and exists (select from incident_alert l where l.incident_id = i.id and l.alert_id = ${alertId}::uuid and l.removed_at is null)` : NOTHING}
      ${from ? sql`and i.id >= ${lowestId(from.getTime())}::uuid` : NOTHING}
      ${to ? sql`and i.id < ${lowestId(to.getTime())}::uuid` : NOTHING}
      ${afterId === null ? NOTHING : sql`and i.id < ${afterId}::uuid`}
    order by i.id desc limit ${limit + 1}`);
};

export const countAlertsOf = (db: Db, orgId: OrgId, incidentIds: readonly string[]) =>
  db.rows<{ incident_id: string; alerts: number; open: number }>(sql`
    select l.incident_id, count(*)::int4 as alerts,
      (count(*) filter (where a.resolved_at is null))::int4 as open
    from incident_alert l join alert a on a.id = l.alert_id
    where l.org_id = ${orgId} and l.incident_id = any(${textArray(incidentIds)}::uuid[]) and l.removed_at is null
    group by l.incident_id`);

/** The posts on status pages that were drafted from an incident. */
export const listLinkedPosts = (db: Db, orgId: OrgId, incidentId: string) =>
  db.rows<Incident["page_incidents"][number]>(sql`
    select s.id, s.page_id, p.title as page_title, s.title, s.impact, s.published
    from incident_page_link l
    join status_page_incident s on s.id = l.page_incident_id join status_page p on p.id = s.page_id
    where l.org_id = ${orgId} and l.incident_id = ${incidentId} order by s.id`);

export const linkPost = (
  db: Db,
  orgId: OrgId,
  { incidentId, pageIncidentId }: { incidentId: string; pageIncidentId: string },
) =>
  db.run(sql`
    insert into incident_page_link (incident_id, page_incident_id, org_id)
    values (${incidentId}, ${pageIncidentId}, ${orgId})`);

export const countLocationsOf = async (
  db: Db,
  orgId: OrgId,
  targetIds: readonly string[],
): Promise<number> => {
  const row = await db.find<{ locations: number }>(sql`
    select count(distinct location)::int4 as locations
    from stored_target t cross join unnest(t.locations) as location
    where t.org_id = ${orgId} and t.id = any(${textArray(targetIds)}::uuid[])`);
  return row?.locations ?? 0;
};

export const isMember = async (db: Db, orgId: OrgId, personId: string): Promise<boolean> =>
  (await db.find(sql`select 1 from membership where org_id = ${orgId} and person_id = ${personId}`)) !== null;

/** Those of these alerts that exist, with what an incident needs of them. */
export const listAlertsById = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string; title: string; triggered_at: Date; incident_id: string | null }>(sql`
    select a.id, a.title, a.triggered_at, l.incident_id
    from alert a left join incident_alert l on l.alert_id = a.id and l.removed_at is null
    where a.org_id = ${orgId} and a.id = any(${textArray(ids)}::uuid[]) order by a.id`);

export type IncidentStatsRow = {
  incidents: number;
  acknowledged: number;
  resolved: number;
  mtta_seconds: number | null;
  mttr_seconds: number | null;
};

/** See `incidentStatsSchema` for the formula. */
export const findIncidentStats = (db: Db, orgId: OrgId, { from, to }: { from: Date; to: Date }) =>
  db.find<IncidentStatsRow>(sql`
    select count(*)::int4 as incidents, count(acknowledged_at)::int4 as acknowledged,
      count(resolved_at)::int4 as resolved,
      avg(extract(epoch from acknowledged_at - started_at))::float8 as mtta_seconds,
      avg(extract(epoch from resolved_at - started_at))::float8 as mttr_seconds
    from incident where org_id = ${orgId} and started_at >= ${from} and started_at < ${to}`);

export const setResolvesAutomatically = (db: Db, orgId: OrgId, value: boolean) =>
  db.run(sql`update incident_settings set resolves_automatically = ${value} where org_id = ${orgId}`);

export const setInboundToken = (
  db: Db,
  orgId: OrgId,
  { hash, now }: { hash: Buffer | null; now: Date | null },
) =>
  db.run(sql`
    update incident_settings set inbound_token_hash = ${hash}, inbound_token_at = ${now} where org_id = ${orgId}`);

/** The organization of a token; in any organization, because the token is the credential. */
export const findInboundOrganization = (db: Db, hash: Buffer) =>
  db.find<{ org_id: OrgId }>(sql`select org_id from incident_settings where inbound_token_hash = ${hash}`);
