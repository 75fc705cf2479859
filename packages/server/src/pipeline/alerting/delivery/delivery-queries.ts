import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { QuietHours } from "@vedette/contract/alerts/channels/quiet-hours.ts";
import type { ChannelTemplates } from "@vedette/contract/alerts/templates/channel-templates.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ALERT_COLUMNS, type AlertRow } from "../alerts/queries.ts";

export type NotificationKind = "opened" | "resolved" | "reminder" | "operator";

export type NewNotificationRow = {
  id: string;
  orgId: OrgId;
  alertId: string | null;
  channelId: string;
  kind: NotificationKind;
  body?: unknown;
};

/** One statement for all. Skips notifications of channels deleted in the meantime. */
export const insertNotifications = (db: Db, notifications: readonly NewNotificationRow[], now: Date) =>
  db.run(sql`
    insert into alert_notification (id, org_id, alert_id, channel_id, kind, body, created_at, due_at)
    select n.id, n.org_id, n.alert_id, n.channel_id, n.kind, n.body, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(notifications.map(toJson))}::jsonb)
      as n (id uuid, org_id uuid, alert_id uuid, channel_id uuid, kind text, body jsonb)
    join alert_channel c on c.id = n.channel_id and c.org_id = n.org_id`);

function toJson({ id, orgId, alertId, channelId, kind, body }: NewNotificationRow) {
  return { id, org_id: orgId, alert_id: alertId, channel_id: channelId, kind, body: body ?? null };
}

export type ClaimedChannelRow = {
  id: string;
  org_id: OrgId;
  organization_name: string;
  name: string;
  type: AlertChannelType;
  encrypted_config: Buffer;
  version: number;
  only_severity: Severity[] | null;
  quiet_hours: QuietHours | null;
  disabled_at: Date | null;
  /** Whether messages have a link that acknowledges their alert. */
  acknowledge_links: boolean;
  templates: ChannelTemplates | null;
};

/** Returns null if another process holds the claim or the channel no longer exists. */
export const claimChannel = (db: Db, channelId: string, { now, until }: { now: Date; until: Date }) =>
  db.find<ClaimedChannelRow>(sql`
    update alert_channel c set locked_until = ${until} from organization o
    where c.id = ${channelId} and o.id = c.org_id and (c.locked_until is null or c.locked_until <= ${now})
    returning c.id, c.org_id, o.name as organization_name, c.name, c.type, c.encrypted_config, c.version, c.only_severity,
      c.quiet_hours, c.disabled_at, c.acknowledge_links, c.templates`);

/** Returns 0 if the claim expired and was lost. */
export const renewClaim = (db: Db, channelId: string, { until, next }: { until: Date; next: Date | null }) =>
  db.run(sql`
    update alert_channel set locked_until = ${next} where id = ${channelId} and locked_until = ${until}`);

export const findBusyUntil = (db: Db, channelId: string) =>
  db.find<{ locked_until: Date | null }>(sql`select locked_until from alert_channel where id = ${channelId}`);

/** The time of the channel's next due notification, or null. */
export const findNextDue = (db: Db, channelId: string) =>
  db.find<{ due_at: Date; created_at: Date }>(sql`
    select due_at, created_at from alert_notification where channel_id = ${channelId} and status = 'pending'
    order by due_at limit 1`);

export type DueNotificationRow = {
  id: string;
  kind: NotificationKind;
  body: unknown;
  attempts: number;
  created_at: Date;
  due_at: Date;
  /** When quiet hours ended for which it waited. */
  quiet_until: Date | null;
  message_id: string | null;
  delivered_to: string[];
  alert_id: string | null;
};

/**
 * Notifications with earlier attempts first, grouped by message; then the oldest, an opening before its
 * recovery.
 */
export const listDueNotifications = (
  db: Db,
  channelId: string,
  { now, limit }: { now: Date; limit: number },
) =>
  db.rows<DueNotificationRow>(sql`
    select id, kind, body, attempts, created_at, due_at, quiet_until, message_id, delivered_to, alert_id from alert_notification
    where channel_id = ${channelId} and status = 'pending' and due_at <= ${now}
    order by message_id nulls last, created_at, kind = 'opened' desc, id limit ${limit}`);

export type DeliveryAlertRow = AlertRow & {
  org_id: OrgId;
  /** Null after the rule was deleted. */
  rule_name: string | null;
  /** Of the group by which the alert is grouped. */
  group_name: string | null;
  /** The common cause by which the alert is grouped. */
  cause_summary: string | null;
  /** Whether the channel accepted the opening message, and the product's id of that message. */
  is_opening_delivered: boolean;
  thread: string | null;
  /** Next attempt of the opening message if it is still waiting. */
  opening_due_at: Date | null;
};

/** Alerts in the form in which a channel is notified of them. */
export const listAlertsToNotify = (
  db: Db,
  orgId: OrgId,
  { channelId, alertIds }: { channelId: string; alertIds: readonly string[] },
) =>
  db.rows<DeliveryAlertRow>(sql`
    select distinct on (a.id) ${ALERT_COLUMNS}, r.name as rule_name, g.name as group_name,
      cc.summary as cause_summary,
      coalesce(o.status = 'delivered', false) as is_opening_delivered, o.thread,
      case when o.status = 'pending' then o.due_at end as opening_due_at
    from alert a
    left join alert_rule r on r.id = a.rule_id
    left join target_group g on a.group_key = 'group:' || g.id
    left join common_cause cc on a.group_key = 'cause:' || cc.incident_id
    left join alert_notification o on o.alert_id = a.id and o.channel_id = ${channelId} and o.kind = 'opened'
      and o.status in ('delivered', 'pending')
    where a.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
    order by a.id, o.status`);

/** Runs before the first attempt, so that every retry sends the same message with the same id. */
export const setMessageId = (db: Db, notificationIds: readonly string[], messageId: string) =>
  db.run(sql`
    update alert_notification set message_id = ${messageId}
    where id = any(${textArray(notificationIds)}::uuid[]) and status = 'pending'`);

/** Messages that a channel accepted since an instant, and the time of the first one. */
export const countMessagesSince = async (db: Db, channelId: string, since: Date) => {
  const row = await db.find<{ messages: number; first_at: Date | null }>(sql`
    select count(distinct message_id)::int4 as messages, min(finished_at) as first_at from alert_notification
    where channel_id = ${channelId} and status = 'delivered' and finished_at > ${since}`);
  return { messages: row?.messages ?? 0, firstAt: row?.first_at ?? null };
};

export type NewDelivery = {
  id: string;
  notificationId: string;
  alertId: string | null;
  kind: NotificationKind;
  attempt: number;
};

/** Records one attempt for each notification of the message. */
export const insertDeliveries = (
  db: Db,
  channelId: string,
  {
    deliveries,
    at,
    ok,
    statusCode,
    error,
  }: {
    deliveries: readonly NewDelivery[];
    at: Date;
    ok: boolean;
    statusCode: number | null;
    error: string | null;
  },
) =>
  db.run(sql`
    insert into alert_delivery (id, notification_id, alert_id, channel_id, kind, attempt, at, ok, status_code, error)
    select d.id, d.notification_id, d.alert_id, ${channelId}, d.kind, d.attempt, ${at}, ${ok}, ${statusCode}, ${error}
    from jsonb_to_recordset(${JSON.stringify(
      deliveries.map(({ id, notificationId, alertId, kind, attempt }) => ({
        id,
        notification_id: notificationId,
        alert_id: alertId,
        kind,
        attempt,
      })),
    )}::jsonb) as d (id uuid, notification_id uuid, alert_id uuid, kind text, attempt smallint)`);

export const markDelivered = (
  db: Db,
  notificationIds: readonly string[],
  { now, thread }: { now: Date; thread: string | null },
) =>
  db.run(sql`
    update alert_notification set status = 'delivered', attempts = attempts + 1, finished_at = ${now}, thread = ${thread}
    where id = any(${textArray(notificationIds)}::uuid[]) and status = 'pending'`);

export const recordAttempts = (db: Db, notificationIds: readonly string[], deliveredTo: readonly string[]) =>
  db.run(sql`
    update alert_notification set attempts = attempts + 1, delivered_to = ${textArray(deliveredTo)}::text[]
    where id = any(${textArray(notificationIds)}::uuid[]) and status = 'pending'`);

export const markDone = (
  db: Db,
  notificationIds: readonly string[],
  { status, now }: { status: "failed" | "discarded"; now: Date },
) =>
  db.run(sql`
    update alert_notification set status = ${status}, finished_at = ${now}
    where id = any(${textArray(notificationIds)}::uuid[]) and status = 'pending'`);

/** Drops everything that waits for a channel, in alert order. Dropped notifications are not reported. */
export const discardPending = (db: Db, channelId: string, now: Date) =>
  db.rows<{ alert_id: string | null }>(sql`
    update alert_notification set status = 'discarded', finished_at = ${now}
    where channel_id = ${channelId} and status = 'pending' returning alert_id`);

/** Postpones everything that waits for a channel. */
export const postpone = (db: Db, channelId: string, until: Date) =>
  db.run(sql`
    update alert_notification set due_at = ${until}
    where channel_id = ${channelId} and status = 'pending' and due_at < ${until}`);

/** Postpones some notifications. */
export const postponeSome = (db: Db, notificationIds: readonly string[], until: Date) =>
  db.run(sql`
    update alert_notification set due_at = ${until}
    where id = any(${textArray(notificationIds)}::uuid[]) and status = 'pending'`);

/** Postpones a notification until quiet hours end. */
export const postponeQuiet = (db: Db, notificationId: string, until: Date) =>
  db.run(sql`
    update alert_notification set due_at = ${until}, quiet_until = ${until}
    where id = ${notificationId} and status = 'pending'`);

/** Makes the waiting notifications of a channel due now, after it accepted a message again. */
export const pullForward = (db: Db, channelId: string, now: Date) =>
  db.run(sql`
    update alert_notification set due_at = ${now}
    where channel_id = ${channelId} and status = 'pending' and due_at > ${now}`);

export const disableChannel = (
  db: Db,
  orgId: OrgId,
  { channelId, now, reason }: { channelId: string; now: Date; reason: string },
) =>
  db.run(sql`
    update alert_channel set disabled_at = ${now}, disabled_reason = ${reason}
    where org_id = ${orgId} and id = ${channelId} and disabled_at is null`);

/**
 * Sets the final status of alerts whose openings are all delivered or given up. Runs as its own statement
 * after the commit: only then does the last of two channels that finish at the same time see the other's
 * writes.
 */
export const settleAlerts = (db: Db, alertIds: readonly string[], now: Date) =>
  db.run(sql`
    with outcome as (
      select n.alert_id, bool_or(n.status = 'failed') as is_failed,
        bool_or(n.status = 'delivered') as is_sent
      from alert_notification n
      where n.alert_id = any(${textArray(alertIds)}::uuid[]) and n.kind = 'opened'
      group by n.alert_id having not bool_or(n.status = 'pending')
    ), held as materialized (
      select a.id, t.is_failed, t.is_sent from alert a join outcome t on t.alert_id = a.id
      where a.sent_at is null and a.status in ('pending', 'resolved')
      order by a.id for no key update of a
    )
    update alert a set
      status = case when a.status = 'resolved' then a.status when h.is_sent and not h.is_failed then 'sent'
        else 'failed' end,
      sent_at = case when h.is_sent and not h.is_failed then ${now}::timestamptz end
    from held h where a.id = h.id`);

/** Alerts left pending by a crashed process although no notification of their opening waits. */
export const listOrphanedAlerts = (db: Db, { before, limit }: { before: Date; limit: number }) =>
  db.rows<{ id: string }>(sql`
    select a.id from alert a
    where a.status = 'pending' and a.triggered_at < ${before}
      and exists (select from alert_notification n where n.alert_id = a.id and n.kind = 'opened')
      and not exists (select from alert_notification n where n.alert_id = a.id and n.status = 'pending')
    limit ${limit}`);

/** Channels with due notifications. */
export const listDueChannels = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db.rows<{ channel_id: string }>(sql`
    select distinct channel_id from alert_notification where status = 'pending' and due_at <= ${now}
    limit ${limit}`);

/** Returns 0 if the owners were notified of this channel less than an hour ago. */
export const markOwnersNotified = (
  db: Db,
  orgId: OrgId,
  { channelId, now, since }: { channelId: string; now: Date; since: Date },
) =>
  db.run(sql`
    update alert_channel set owners_notified_at = ${now}
    where org_id = ${orgId} and id = ${channelId} and (owners_notified_at is null or owners_notified_at < ${since})`);

/** Another channel for notifying the owners, preferably of another type. */
export const findOtherChannel = (
  db: Db,
  orgId: OrgId,
  { channelId, type }: { channelId: string; type: AlertChannelType },
) =>
  db.find<{ id: string }>(sql`
    select id from alert_channel
    where org_id = ${orgId} and id <> ${channelId} and disabled_at is null
    order by type = ${type}, owners_notified_at nulls first, id limit 1`);

export const listOwnerAddresses = (db: Db, orgId: OrgId) =>
  db.rows<{ email: string }>(sql`
    select p.email from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.role = 'owner' order by p.id limit 20`);
