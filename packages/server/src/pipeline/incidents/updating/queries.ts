import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* Which alerts and incidents have to be updated. */

export type UngroupedAlertRow = {
  id: string;
  title: string;
  severity: "critical" | "warning";
  target_id: string;
  target_name: string;
  suppressed_by: string | null;
  triggered_at: Date;
};

/** More alerts follow with the next update. */
const UNGROUPED_MAX = 500;

/** An alert may resolve before the job that groups it runs. */
const RESOLVED_WITHIN_MINUTES = 10;

const IS_CURRENT = (now: Date) =>
  sql`(a.resolved_at is null or a.resolved_at > ${now}::timestamptz - ${RESOLVED_WITHIN_MINUTES} * interval '1 minute')`;

/** Alerts of rules that open incidents, open or just resolved, which never belonged to one; oldest first. */
export const listUngroupedAlerts = (db: Db, orgId: OrgId, now: Date) =>
  db.rows<UngroupedAlertRow>(sql`
    select a.id, a.title, a.severity, a.target_id, a.target_name, a.suppressed_by, a.triggered_at
    from alert a join alert_rule r on r.id = a.rule_id
    where a.org_id = ${orgId} and ${IS_CURRENT(now)} and r.opens_incident
      and not exists (select from incident_alert l where l.alert_id = a.id)
    order by a.triggered_at, a.id limit ${UNGROUPED_MAX}`);

/** Organizations with an incident that is not resolved, or an alert that could open one. */
export const listUpdatable = (db: Db, now: Date) =>
  db.rows<{ org_id: OrgId }>(sql`
    select org_id from incident where resolved_at is null
    union
    select a.org_id from alert_rule r join alert a on a.rule_id = r.id and ${IS_CURRENT(now)}
    where r.opens_incident and not exists (select from incident_alert l where l.alert_id = a.id)
    order by org_id`);
