import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type { DeliveryState, SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { PageEventRow } from "../events/event-queries.ts";
import type { PageEventKind } from "../events/published-content.ts";

/* Statements on deliveries to subscribers, of all organizations: one job does the work of all of them. */

export type BroadcastEvent = PageEventRow & {
  /** Of an incident that still exists. */
  incident_public_id: string | null;
  incident_published: boolean | null;
};

/** The oldest event without deliveries, locked until the transaction ends; null if another process has it. */
export const findNextBroadcast = (db: Db) =>
  db.find<PageEventRow>(sql`
    select id, org_id, page_id, at, kind, component_ids::text[] as component_ids from page_event
    where notify and broadcast_at is null order by id limit 1 for no key update skip locked`);

/** Creates a delivery for each subscriber who confirmed before the event and chose its topic and components. */
export const insertPageDeliveries = (
  db: Db,
  event: Pick<PageEventRow, "id" | "page_id" | "org_id" | "at" | "component_ids">,
  { topic, now }: { topic: string; now: Date },
) =>
  db.run(sql`
    insert into page_delivery (event_id, subscriber_id, org_id, is_mail, state, due_at)
    select ${event.id}, s.id, s.org_id, s.type = 'email', 'pending', ${now}
    from page_subscriber s join status_page p on p.id = s.page_id
    where s.page_id = ${event.page_id} and s.org_id = ${event.org_id} and p.published
      and s.state = 'active' and s.confirmed_at <= ${event.at} and s.topics @> array[${topic}::text]
      and (s.component_ids is null or ${event.component_ids.length === 0}
        or s.component_ids && ${textArray(event.component_ids)}::uuid[])
    on conflict do nothing`);

export const markBroadcast = (db: Db, eventId: string, now: Date) =>
  db.run(sql`update page_event set broadcast_at = ${now} where id = ${eventId}`);

export type ClaimedDelivery = {
  event_id: string;
  subscriber_id: string;
  org_id: OrgId;
  /** Failed tries. */
  tries: number;
  type: SubscriberType;
  encrypted_secrets: Buffer;
  language: PageLanguage;
  is_active: boolean;
  failing_since: Date | null;
};

/**
 * Takes deliveries that are due, in order. No other process takes them before `until`. A message waits until the earlier ones
 * to its subscriber were tried once.
 */
export const claimDeliveries = (
  db: Db,
  { isMail, now, until, limit }: { isMail: boolean; now: Date; until: Date; limit: number },
) =>
  db.rows<ClaimedDelivery>(sql`
    with due as (
      select event_id, subscriber_id from page_delivery d
      where state = 'pending' and is_mail = ${isMail} and due_at <= ${now}
        and not exists (
          select from page_delivery earlier
          where earlier.subscriber_id = d.subscriber_id and earlier.event_id < d.event_id
            and earlier.state = 'pending' and earlier.tries = 0)
      order by due_at, event_id limit ${limit} for no key update skip locked
    )
    update page_delivery d set due_at = ${until} from due, page_subscriber s
    where d.event_id = due.event_id and d.subscriber_id = due.subscriber_id and s.id = due.subscriber_id
    returning d.event_id, d.subscriber_id, d.org_id, d.tries, s.type, s.encrypted_secrets, s.language,
      s.state = 'active' as is_active, s.failing_since`);

type Key = Pick<ClaimedDelivery, "event_id" | "subscriber_id">;

export const finishDelivery = (
  db: Db,
  { event_id, subscriber_id }: Key,
  { state, error, now }: { state: "sent" | "failed" | "discarded"; error: string | null; now: Date },
) =>
  db.run(sql`
    update page_delivery set state = ${state}, error = ${error}, finished_at = ${now},
      tries = tries + ${state === "failed" ? 1 : 0}
    where event_id = ${event_id} and subscriber_id = ${subscriber_id} and state = 'pending'`);

export const retryDelivery = (
  db: Db,
  { event_id, subscriber_id }: Key,
  { at, error }: { at: Date; error: string },
) =>
  db.run(sql`
    update page_delivery set due_at = ${at}, error = ${error}, tries = tries + 1
    where event_id = ${event_id} and subscriber_id = ${subscriber_id} and state = 'pending'`);

export const markFailing = (
  db: Db,
  { subscriber_id: id }: Key,
  { now, error }: { now: Date; error: string },
) =>
  db.run(sql`
    update page_subscriber set failing_since = coalesce(failing_since, ${now}), error = ${error} where id = ${id}`);

export const markWorking = (db: Db, { subscriber_id: id }: Key) =>
  db.run(sql`update page_subscriber set failing_since = null, error = null where id = ${id}`);

/** Ends what waits for the subscriber too. */
export const disableSubscriber = async (
  db: Db,
  { subscriber_id: id }: Pick<Key, "subscriber_id">,
  { now, error }: { now: Date; error: string },
) => {
  await db.run(sql`
    update page_subscriber set state = 'disabled', ended_at = ${now}, requested_at = null, error = ${error}
    where id = ${id} and state in ('active', 'pending')`);
  await db.run(sql`
    update page_delivery set state = 'discarded', finished_at = ${now}, error = ${error}
    where subscriber_id = ${id} and state = 'pending'`);
};

export const findBroadcastEvent = (db: Db, id: string) =>
  db.find<BroadcastEvent>(sql`
    select e.id, e.org_id, e.page_id, e.at, e.kind, e.incident_id, e.update_id, e.window_id, e.occurrence,
      e.component_ids::text[] as component_ids, e.notify, e.content,
      i.public_id as incident_public_id, i.published as incident_published
    from page_event e left join status_page_incident i on i.id = e.incident_id where e.id = ${id}`);

/** The public names of components, in the order of the page. */
export const listNames = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ public_id: string; name: string }>(sql`
    select public_id, name from status_page_component
    where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[]) order by position, name, id`);

/** When the next delivery is due, or its claim expires; null if none waits. */
export const findNextDueDelivery = async (db: Db): Promise<Date | null> => {
  const row = await db.find<{ due_at: Date | null }>(sql`
    select least(
      (select min(due_at) from page_delivery where state = 'pending' and is_mail),
      (select min(due_at) from page_delivery where state = 'pending' and not is_mail)) as due_at`);
  return row?.due_at ?? null;
};

export type SubscriberDeliveryRow = {
  kind: PageEventKind;
  title: string;
  at: Date;
  state: DeliveryState;
  tries: number;
  due_at: Date;
  finished_at: Date | null;
  error: string | null;
};

/** The messages to a subscriber, newest first. */
export const listDeliveriesOf = (
  db: Db,
  orgId: OrgId,
  { subscriberId, limit }: { subscriberId: string; limit: number },
) =>
  db.rows<SubscriberDeliveryRow>(sql`
    select e.kind, e.content ->> 'title' as title, e.at, d.state, d.tries, d.due_at, d.finished_at, d.error
    from page_delivery d join page_event e on e.id = d.event_id
    where d.org_id = ${orgId} and d.subscriber_id = ${subscriberId} order by d.event_id desc limit ${limit}`);

export const deleteOldDeliveries = (db: Db, before: Date) =>
  db.run(sql`delete from page_delivery where state <> 'pending' and finished_at < ${before}`);
