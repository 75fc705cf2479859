import type { DeliveryKind } from "@vedette/contract/alerts/delivery-kinds.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type DeliveryFactsRow = {
  channel_id: string;
  last_at: Date;
  last_ok: boolean;
  last_error: string | null;
  /** Null if the last attempt was accepted. */
  failing_since: Date | null;
  delivered: number;
  failed: number;
};

/** The state of the deliveries of these channels; `delivered` and `failed` count since `since`. Without those never used. */
export const listDeliveryFacts = (
  db: Db,
  orgId: OrgId,
  { channelIds, since }: { channelIds: readonly string[]; since: Date },
) =>
  db.rows<DeliveryFactsRow>(sql`
    select c.id as channel_id, l.at as last_at, l.ok as last_ok, l.error as last_error, f.at as failing_since,
      (select count(*)::int4 from alert_delivery where channel_id = c.id and ok and at >= ${since}) as delivered,
      (select count(*)::int4 from alert_delivery where channel_id = c.id and not ok and at >= ${since}) as failed
    from alert_channel c
    cross join lateral (
      select at, ok, error from alert_delivery where channel_id = c.id order by id desc limit 1
    ) l
    left join lateral (
      select min(at) as at from alert_delivery where channel_id = c.id and not ok and at > coalesce(
        (select max(at) from alert_delivery where channel_id = c.id and ok), '-infinity')
    ) f on not l.ok
    where c.org_id = ${orgId} and c.id = any(${textArray(channelIds)}::uuid[])`);

export type ChannelDeliveryRow = {
  id: string;
  kind: DeliveryKind;
  alert_id: string | null;
  alert_title: string | null;
  attempt: number;
  at: Date;
  ok: boolean;
  status_code: number | null;
  error: string | null;
};

/** Newest first. */
export const listChannelDeliveries = (
  db: Db,
  orgId: OrgId,
  {
    channelId,
    beforeId,
    ok,
    limit,
  }: { channelId: string; beforeId: string | null; ok: boolean | undefined; limit: number },
) =>
  db.rows<ChannelDeliveryRow>(sql`
    select d.id, d.kind, a.id as alert_id, a.title as alert_title, d.attempt, d.at, d.ok, d.status_code, d.error
    from alert_channel c join alert_delivery d on d.channel_id = c.id left join alert a on a.id = d.alert_id
    where c.org_id = ${orgId} and c.id = ${channelId}
      ${beforeId === null ? sql`` : sql`and d.id < ${beforeId}::uuid`}
      ${ok === undefined ? sql`` : sql`and d.ok = ${ok}`}
    order by d.id desc limit ${limit}`);

/** Records a test message as a finished notification with one attempt. */
export const insertTestDelivery = (
  db: Db,
  orgId: OrgId,
  test: {
    id: string;
    notificationId: string;
    channelId: string;
    at: Date;
    ok: boolean;
    statusCode: number | null;
    error: string | null;
  },
) =>
  db.run(sql`
    with notification as (
      insert into alert_notification (id, org_id, channel_id, kind, status, attempts, created_at, due_at, finished_at)
      select ${test.notificationId}, ${orgId}, c.id, 'test', ${test.ok ? "delivered" : "failed"}, 1, ${test.at},
        ${test.at}, ${test.at}
      from alert_channel c where c.org_id = ${orgId} and c.id = ${test.channelId}
      returning id, channel_id
    )
    insert into alert_delivery (id, notification_id, channel_id, kind, attempt, at, ok, status_code, error)
    select ${test.id}, n.id, n.channel_id, 'test', 1, ${test.at}, ${test.ok}, ${test.statusCode}, ${test.error}
    from notification n`);
