import { newId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { scheduleSends } from "./page-people.ts";
import { insertPageNotifications, type NewPageNotificationRow } from "./paging-queries.ts";

/** Ends the pages of alerts, in the transaction that has acknowledged or resolved them. */
export type PageEnd = {
  reason: "acknowledged" | "resolved";
  nowMs: number;
};

/**
 * Discards the notifications of these alerts that were not sent yet, and writes a notice to those who were notified
 * already, by the same contact methods except calls. Who acknowledged gets no notice of it. Does nothing the second time.
 */
export async function endPages(
  db: Db,
  alertIds: readonly string[],
  { reason, nowMs }: PageEnd,
): Promise<void> {
  if (alertIds.length === 0) return;
  const now = new Date(nowMs);
  await discardNotifications(db, alertIds, { error: `the alert was ${reason}`, now });
  const told = await listNotified(db, alertIds);
  await endPageRows(db, alertIds, { reason, now });
  const notices = told
    .filter((row) => reason === "resolved" || row.person_id !== row.acknowledged_by)
    .map(
      (row): NewPageNotificationRow => ({
        ...{ id: newId(nowMs), org_id: row.org_id, page_id: row.page_id, kind: reason },
        ...{ method_id: row.method_id, method_type: row.method_type, by_name: row.acknowledger },
        ...{ after_seconds: 0, due_at: now },
      }),
    );
  await insertPageNotifications(db, notices, now);
  await scheduleSends(db, notices);
}

const ids = (values: readonly string[]) => sql`${textArray(values)}::uuid[]`;

const discardNotifications = (
  db: Db,
  alertIds: readonly string[],
  { error, now }: { error: string; now: Date },
) =>
  db.run(sql`
    update page_notification n set status = 'discarded', error = ${error}, finished_at = ${now} from page p
    where p.id = n.page_id and p.alert_id = any(${ids(alertIds)}) and n.status = 'pending' and n.kind = 'opened'`);

type NotifiedRow = Pick<NewPageNotificationRow, "org_id" | "page_id" | "method_id" | "method_type"> & {
  person_id: string;
  /** The ID of a person, a key or a channel. */
  acknowledged_by: string | null;
  acknowledger: string | null;
};

/** By which methods people were notified of these alerts; each once, however many steps paged them. */
const listNotified = (db: Db, alertIds: readonly string[]) =>
  db.rows<NotifiedRow>(sql`
    select distinct on (p.alert_id, n.method_id) n.org_id, n.page_id, n.method_id, n.method_type,
      p.person_id, a.acknowledged_by, h.name as acknowledger
    from page_notification n join page p on p.id = n.page_id join alert a on a.id = p.alert_id
    left join person h on h.id::text = a.acknowledged_by
    where p.alert_id = any(${ids(alertIds)}) and n.kind = 'opened' and n.method_type <> 'call'
      -- One that was claimed may be on its way.
      and (n.status = 'sent' or n.attempts > 0)
    order by p.alert_id, n.method_id, n.id`);

const endPageRows = (db: Db, alertIds: readonly string[], { reason, now }: { reason: string; now: Date }) =>
  db.run(sql`
    update page set ended_at = ${now}, end_reason = ${reason}
    where alert_id = any(${ids(alertIds)}) and ended_at is null`);
