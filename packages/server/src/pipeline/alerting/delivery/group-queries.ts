import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ALERT_COLUMNS, type AlertRow } from "../alerts/queries.ts";

/** Statements for alerts that share notifications: those of a rule with the same key. */

export type GroupKey = { ruleId: string; groupKey: string; since: Date };

export type GroupMemberRow = {
  id: string;
  rule_id: string;
  group_key: string;
  triggered_at: Date;
  resolved_at: Date | null;
  /** The notification of the opening on the channel. */
  notification_id: string;
  is_delivered: boolean;
  message_id: string | null;
  /** Whether its recovery was sent, or was tried and will be sent unchanged. */
  has_recovery_message: boolean;
};

/** Alerts with these keys that a channel was, or will be, notified of, and that were open at or after `since`. */
export const listGroupMembers = (db: Db, channelId: string, keys: readonly GroupKey[]) =>
  db.rows<GroupMemberRow>(sql`
    select a.id, a.rule_id, a.group_key, a.triggered_at, a.resolved_at, n.id as notification_id,
      n.status = 'delivered' as is_delivered, n.message_id,
      exists (
        select from alert_notification z
        where z.alert_id = a.id and z.channel_id = n.channel_id and z.kind = 'resolved' and z.message_id is not null
      ) as has_recovery_message
    from unnest(
      ${textArray(keys.map(({ ruleId }) => ruleId))}::uuid[],
      ${textArray(keys.map(({ groupKey }) => groupKey))}::text[],
      ${textArray(keys.map(({ since }) => since.toISOString()))}::timestamptz[]
    ) as g (rule_id, group_key, since)
    join alert a on a.rule_id = g.rule_id and a.group_key = g.group_key
      and (a.resolved_at is null or a.resolved_at >= g.since)
    join alert_notification n on n.alert_id = a.id and n.channel_id = ${channelId} and n.kind = 'opened'
      and n.status in ('pending', 'delivered')
    order by a.id`);

/** The oldest opening or recovery of each of these groups that waits for a later attempt on a channel. */
export const listHeldBack = (
  db: Db,
  channelId: string,
  { keys, now }: { keys: readonly GroupKey[]; now: Date },
) =>
  db.rows<{ rule_id: string; group_key: string; created_at: Date; due_at: Date }>(sql`
    select distinct on (a.rule_id, a.group_key) a.rule_id, a.group_key, n.created_at, n.due_at
    from alert_notification n
    join alert a on a.id = n.alert_id
    join unnest(
      ${textArray(keys.map(({ ruleId }) => ruleId))}::uuid[],
      ${textArray(keys.map(({ groupKey }) => groupKey))}::text[]
    ) as g (rule_id, group_key) on g.rule_id = a.rule_id and g.group_key = a.group_key
    where n.channel_id = ${channelId} and n.status = 'pending' and n.due_at > ${now}
      and n.kind in ('opened', 'resolved')
    order by a.rule_id, a.group_key, n.created_at`);

export type Merge = { id: string; into: string };

/** Marks notifications as delivered with the message of another one. */
export const mergeNotifications = (db: Db, merges: readonly Merge[]) =>
  db.run(sql`
    update alert_notification n
    set status = 'delivered', message_id = o.message_id, thread = o.thread, finished_at = o.finished_at
    from unnest(
      ${textArray(merges.map(({ id }) => id))}::uuid[],
      ${textArray(merges.map(({ into }) => into))}::uuid[]
    ) as g (id, other_id)
    join alert_notification o on o.id = g.other_id
    where n.id = g.id and n.status = 'pending'`);

/** The alerts that were opened with the same message on a channel as this one, including it, oldest first. */
export const listOpenedTogether = (
  db: Db,
  orgId: OrgId,
  { channelId, alertId, limit }: { channelId: string; alertId: string; limit: number },
) =>
  db.rows<AlertRow>(sql`
    select ${ALERT_COLUMNS}
    from alert own
    join alert_notification o on o.alert_id = own.id and o.channel_id = ${channelId} and o.kind = 'opened'
      and o.status = 'delivered'
    join alert a on a.org_id = own.org_id and a.rule_id = own.rule_id and a.group_key = own.group_key
    join alert_notification n on n.alert_id = a.id and n.channel_id = o.channel_id and n.kind = 'opened'
      and n.message_id = o.message_id
    where own.org_id = ${orgId} and own.id = ${alertId}
    order by a.id limit ${limit}`);
