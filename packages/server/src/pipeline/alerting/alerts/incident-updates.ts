import type { OrgId } from "@vedette/contract/common/ids.ts";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/**
 * Requests an update of the incidents that these alerts concern, once the transaction commits: of alerts that opened,
 * were acknowledged or resolved. Incidents are updated by a job, so that alerts never wait for them.
 */
export async function requestIncidentUpdates(db: Db, alerts: readonly { id: string }[]): Promise<void> {
  if (alerts.length === 0) return;
  const rows = await listConcerned(
    db,
    alerts.map(({ id }) => id),
  );
  for (const { org_id: orgId } of rows) await sendJob(db, { name: "incidents.update", data: { orgId } });
}

/** The organizations of those alerts that belong to an incident or whose rule opens one. */
const listConcerned = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ org_id: OrgId }>(sql`
    select distinct a.org_id from alert a
    where a.id = any(${textArray(alertIds)}::uuid[]) and (
      exists (select from alert_rule r where r.id = a.rule_id and r.opens_incident)
      or exists (select from incident_alert l where l.alert_id = a.id))`);
