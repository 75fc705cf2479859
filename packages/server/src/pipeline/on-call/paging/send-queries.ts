import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ALERT_COLUMNS, type AlertRow } from "../../alerting/alerts/queries.ts";

/* Statements of the job that sends pages, for all organizations at once. */

const ids = (values: readonly string[]) => sql`${textArray(values)}::uuid[]`;

/** Takes notifications that are due. No other process takes them before `until`. Counts the attempt. */
export const claimPageNotifications = (
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
) =>
  db.rows<{ id: string }>(sql`
    with due as (
      select id from page_notification where status = 'pending' and due_at <= ${now}
      order by due_at, id limit ${limit} for no key update skip locked
    )
    update page_notification n set due_at = ${until}, attempts = attempts + 1 from due where n.id = due.id
    returning n.id`);

export const findNextDueNotification = async (db: Db): Promise<Date | null> => {
  const row = await db.find<{ due_at: Date }>(sql`
    select due_at from page_notification where status = 'pending' order by due_at limit 1`);
  return row?.due_at ?? null;
};

/** A claimed notification with everything that its message needs. */
export type ClaimedNotification = {
  id: string;
  org_id: OrgId;
  organization_name: string;
  page_id: string;
  person_id: string;
  is_member: boolean;
  alert_id: string | null;
  is_drill: boolean;
  escalation_id: string;
  reply_code: string;
  kind: "opened" | "acknowledged" | "resolved";
  by_name: string | null;
  attempts: number;
  /** When it was due at first. */
  planned_at: Date;
  method_id: string;
  method_type: ContactMethodType;
  /** Null: the method was deleted. */
  is_usable: boolean | null;
  is_failing: boolean | null;
  /** The address of the account stands for an email method without one. */
  address: string | null;
  /** The notification that this one ends. */
  opened_id: string | null;
};

export const readClaimed = (db: Db, claimed: readonly string[]) =>
  db.rows<ClaimedNotification>(sql`
    select n.id, n.org_id, o.name as organization_name, n.page_id, p.person_id, m.id is not null as is_member,
      p.alert_id, p.is_drill, p.escalation_id, p.reply_code, n.kind, n.by_name, n.attempts,
      n.created_at + n.after_seconds * interval '1 second' as planned_at, n.method_id, n.method_type,
      c.verified_at is not null as is_usable, c.failed_at is not null as is_failing,
      case when n.method_type = 'email' then coalesce(c.address, h.email) else c.address end as address,
      case when n.kind <> 'opened' then (
        select e.id from page_notification e
        where e.page_id = n.page_id and e.method_id = n.method_id and e.kind = 'opened' order by e.id limit 1
      ) end as opened_id
    from page_notification n
    join page p on p.id = n.page_id
    join organization o on o.id = n.org_id
    left join membership m on m.org_id = p.org_id and m.person_id = p.person_id
    left join person h on h.id = m.person_id
    left join contact_method c on c.id = n.method_id and c.org_id = n.org_id and c.person_id = p.person_id
    where n.id = any(${ids(claimed)}) order by n.id`);

/** Also if it was discarded while it was on its way. */
export const finishPageNotification = (
  db: Db,
  id: string,
  end: {
    status: "sent" | "failed" | "discarded";
    error: string | null;
    providerId?: string | null;
    now: Date;
  },
) =>
  db.run(sql`
    update page_notification set status = ${end.status}, error = ${end.error}, provider_id = ${end.providerId ?? null},
      finished_at = ${end.now}
    where id = ${id} and (status = 'pending' or (status = 'discarded' and ${end.status === "sent"}::boolean))`);

/** Locks a page, so that of two notifications that fail at the same time the later one sees the earlier one. */
export const lockPageRow = (db: Db, id: string) => db.run(sql`select from page where id = ${id} for update`);

export type UnreachedRow = { escalation_id: string; round: number; step: number };

/** Marks a page as unreachable if none of its notifications was accepted or is left. Null: it is not, or it ended. */
export const markUnreached = (db: Db, id: string) =>
  db.find<UnreachedRow>(sql`
    update page p set outcome = 'unreachable'
    where p.id = ${id} and p.outcome = 'paged' and p.ended_at is null and not exists (
      select from page_notification n
      where n.page_id = p.id and n.kind = 'opened' and n.status in ('pending', 'sent'))
    returning escalation_id, round, step`);

export const retryPageNotification = (db: Db, id: string, { at, error }: { at: Date; error: string }) =>
  db.run(sql`
    update page_notification set due_at = ${at}, error = ${error} where id = ${id} and status = 'pending'`);

export const markMethodFailed = (db: Db, id: string, { error, now }: { error: string; now: Date }) =>
  db.run(sql`
    update contact_method set failed_at = coalesce(failed_at, ${now}), failed_reason = ${error} where id = ${id}`);

export const markMethodWorking = (db: Db, id: string) =>
  db.run(sql`
    update contact_method set failed_at = null, failed_reason = null where id = ${id} and failed_at is not null`);

/** The address of the account, the fallback of a method that fails. */
export const findAccountMethod = (db: Db, orgId: OrgId, personId: string) =>
  db.find<{ id: string }>(sql`
    select id from contact_method
    where org_id = ${orgId} and person_id = ${personId} and type = 'email' and address is null`);

/** The settings of the organization's channel for SMS or calls; null if it has none, or the channel was disabled. */
export const findPagingChannel = (db: Db, orgId: OrgId, type: "sms" | "call") =>
  db.find<{ id: string; version: number; encrypted_config: Buffer }>(sql`
    select c.id, c.version, c.encrypted_config from on_call_settings s
    join alert_channel c on c.org_id = s.org_id and c.id = ${type === "sms" ? sql`s.sms_channel_id` : sql`s.call_channel_id`}
    where s.org_id = ${orgId} and c.type = ${`twilio_${type}`} and c.disabled_at is null`);

export const findPagedAlert = (db: Db, orgId: OrgId, id: string) =>
  db.find<AlertRow>(sql`select ${ALERT_COLUMNS} from alert a where a.org_id = ${orgId} and a.id = ${id}`);

export const findDrillName = (db: Db, escalationId: string) =>
  db.find<{ policy_id: string; policy_name: string }>(sql`
    select policy_id, policy_name from escalation where id = ${escalationId}`);

export const deleteOldPages = (db: Db, before: Date) =>
  db.run(sql`delete from page where created_at < ${before} and not exists (
    select from page_notification n where n.page_id = page.id and n.status = 'pending')`);

export const deleteOldDrillAcknowledgements = (db: Db, before: Date) =>
  db.run(sql`delete from drill_acknowledgement where at < ${before}`);
