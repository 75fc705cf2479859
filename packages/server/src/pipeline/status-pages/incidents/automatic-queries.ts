import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* Statements on the alerts that create incidents of status pages by themselves. */

/** Pages of all organizations with automatic incidents, or with one that is open from before. */
export const listAutomaticPages = (db: Db) =>
  db.rows<{ id: string; org_id: OrgId }>(sql`
    select id, org_id from status_page
    where published and (settings -> 'automatic' ->> 'incidents' <> 'never' or id in (
      select page_id from status_page_incident where is_automatic and resolved_at is null))
    order by id`);

export type UnpostedAlertRow = { id: string; target_id: TargetId; triggered_at: Date };

/** More alerts are one incident anyway; the others follow at the next run. */
const ALERTS_MAX = 500;

/** Open critical alerts since a time that notify, and that the page has no incident for; oldest first. */
export const listNewAlerts = (
  db: Db,
  orgId: OrgId,
  { pageId, targetIds, before }: { pageId: string; targetIds: readonly string[]; before: Date },
) =>
  db.rows<UnpostedAlertRow>(sql`
    select id, target_id, triggered_at from alert a
    where org_id = ${orgId} and resolved_at is null and severity = 'critical' and suppressed_by is null
      and triggered_at <= ${before} and target_id = any(${textArray(targetIds)}::uuid[])
      and not exists (select from status_page_incident_alert where page_id = ${pageId} and alert_id = a.id)
    order by triggered_at, id limit ${ALERTS_MAX}`);

export const linkAlerts = (
  db: Db,
  orgId: OrgId,
  { pageId, incidentId, alertIds }: { pageId: string; incidentId: string; alertIds: readonly string[] },
) =>
  db.run(sql`
    insert into status_page_incident_alert (page_id, alert_id, org_id, incident_id)
    select ${pageId}, id, ${orgId}, ${incidentId} from unnest(${textArray(alertIds)}::uuid[]) as id
    on conflict do nothing`);

export type OpenAutomaticRow = { id: string; open_alerts: number };

/** Automatic incidents of a page that are not resolved, with the number of their alerts that are still open. */
export const listOpenAutomatic = (db: Db, orgId: OrgId, pageId: string) =>
  db.rows<OpenAutomaticRow>(sql`
    select i.id, (select count(*)::int4 from status_page_incident_alert l join alert a on a.id = l.alert_id
      where l.incident_id = i.id and a.resolved_at is null) as open_alerts
    from status_page_incident i
    where i.org_id = ${orgId} and i.page_id = ${pageId} and i.is_automatic and i.resolved_at is null
    order by i.started_at desc, i.id desc`);
