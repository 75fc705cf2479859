import type { DeliveryKind } from "@vedette/contract/alerts/delivery-kinds.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageEventKind } from "../../status-pages/events/published-content.ts";

/* The stored facts that timelines are made of. Each list has a maximum; the oldest facts come first. */

/** Facts of one kind in a timeline. A person does not read more. */
const TIMELINE_FACTS_MAX = 2_000;

export type DeliveryFactRow = {
  alert_id: string;
  alert_title: string;
  channel_name: string | null;
  kind: DeliveryKind;
  attempt: number;
  at: Date;
  ok: boolean;
  error: string | null;
  /** When the notification was written. */
  caused_at: Date;
};

/** Attempts to notify of some alerts. */
export const listDeliveryFactsOf = (db: Db, orgId: OrgId, alertIds: readonly string[]) =>
  db.rows<DeliveryFactRow>(sql`
    select d.alert_id, a.title as alert_title, c.name as channel_name, d.kind, d.attempt, d.at, d.ok, d.error,
      n.created_at as caused_at
    from alert a
    join alert_delivery d on d.alert_id = a.id
    join alert_notification n on n.id = d.notification_id
    left join alert_channel c on c.id = d.channel_id
    where a.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
    order by d.at, d.id limit ${TIMELINE_FACTS_MAX}`);

export type WriteRow = {
  at: Date;
  actor_kind: "key" | "member" | "system";
  actor_name: string;
  action: string;
  target_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
};

/** Writes to some targets of the audit log: an incident, its alerts, or what they are about. */
export const listWritesTo = (
  db: Db,
  orgId: OrgId,
  { ids, from, to }: { ids: readonly string[]; from: Date; to: Date },
) =>
  db.rows<WriteRow>(sql`
    select at, actor_kind, actor_name, action, target_id, before, after, request_id from audit_entry
    where org_id = ${orgId} and target_id = any(${textArray(ids)}::uuid[]) and at >= ${from} and at <= ${to}
    order by seq limit ${TIMELINE_FACTS_MAX}`);

export type VerdictFactRow = {
  alert_id: string;
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  at: Date;
  certainty: string;
  summary: string;
};

/** The verdicts about what some alerts are about, that were found while they were open. Each once. */
export const listVerdictFacts = (
  db: Db,
  orgId: OrgId,
  { alertIds, from, to }: { alertIds: readonly string[]; from: Date; to: Date },
) =>
  db.rows<VerdictFactRow>(sql`
    select * from (
      select distinct on (b.id) a.id as alert_id, a.target_id, a.target_kind, a.target_name, b.at, b.certainty, b.summary
      from alert a join evidence_bundle b on b.target_id = a.target_id
      where a.org_id = ${orgId} and b.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
        and b.layer <> 'none' and b.at >= ${from} and b.at <= ${to}
      order by b.id, a.id
    ) v order by at limit ${TIMELINE_FACTS_MAX}`);

export type PagePostRow = {
  at: Date;
  kind: PageEventKind;
  page_title: string;
  title: string | null;
  message: string | null;
};

/** What status pages published about an incident: the posts drafted from it, and those that its alerts created. */
export const listPagePosts = (db: Db, orgId: OrgId, incidentId: string) =>
  db.rows<PagePostRow>(sql`
    select e.at, e.kind, p.title as page_title, e.content ->> 'title' as title, e.content ->> 'message' as message
    from page_event e join status_page p on p.id = e.page_id
    where e.org_id = ${orgId} and e.incident_id in (
      select page_incident_id from incident_page_link where incident_id = ${incidentId}
      union
      select s.incident_id from status_page_incident_alert s join incident_alert l on l.alert_id = s.alert_id
      where l.incident_id = ${incidentId} and l.removed_at is null
    )
    order by e.id limit ${TIMELINE_FACTS_MAX}`);
