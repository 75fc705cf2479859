import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type InboundChannelRow = {
  id: string;
  org_id: OrgId;
  type: string;
  encrypted_config: Buffer;
  version: number;
};

/** The channel in the path of a request of its service. The signature of the request is checked with its secrets. */
export const findInboundChannel = (db: Db, id: string) =>
  db.find<InboundChannelRow>(sql`
    select id, org_id, type, encrypted_config, version from alert_channel where id = ${id}`);

/** Returns 0 if the request was processed before. */
export const insertInboundRequest = (
  db: Db,
  request: { channelId: string; requestHash: Buffer; now: Date },
) =>
  db.run(sql`
    insert into inbound_request (channel_id, request_hash, received_at)
    values (${request.channelId}, ${request.requestHash}, ${request.now}) on conflict do nothing`);

const DELETED_MAX = 100;

export const deleteOldInboundRequests = (db: Db, before: Date) =>
  db.run(sql`
    delete from inbound_request where (channel_id, request_hash) in (
      select channel_id, request_hash from inbound_request where received_at < ${before}
      order by received_at limit ${DELETED_MAX} for update skip locked)`);

/** Open alerts that a channel was notified of and that are not acknowledged, newest first. */
export const listOpenAlertsOfChannel = (db: Db, orgId: OrgId, channelId: string) =>
  db.rows<{ id: string }>(sql`
    select a.id from alert a
    where a.org_id = ${orgId} and a.resolved_at is null and a.acknowledged_at is null and exists (
      select from alert_notification n where n.alert_id = a.id and n.channel_id = ${channelId}
        and n.kind in ('opened', 'reminder') and n.status = 'delivered')
    order by a.id desc limit ${OPEN_ALERTS_MAX}`);

const OPEN_ALERTS_MAX = 1_000;

/** The alerts of open pages of the member who has a verified number, newest first; of one code if it is given. */
export const listOpenPagesOfPhone = (
  db: Db,
  orgId: OrgId,
  { phone, code }: { phone: string; code: string | null },
) =>
  db.rows<{ person_id: string; alert_id: string }>(sql`
    select p.person_id, p.alert_id from page p join alert a on a.id = p.alert_id
    where p.org_id = ${orgId} and p.ended_at is null and a.acknowledged_at is null and a.resolved_at is null
      and (${code}::text is null or p.reply_code = ${code})
      and exists (
        select from contact_method c where c.org_id = p.org_id and c.person_id = p.person_id
          and c.type in ('sms', 'call') and c.address = ${phone} and c.verified_at is not null)
    order by p.id desc limit ${OPEN_PAGES_MAX}`);

const OPEN_PAGES_MAX = 100;

export const findOpenPage = (db: Db, orgId: OrgId, pageId: string) =>
  db.find<{ person_id: string; alert_id: string }>(sql`
    select person_id, alert_id from page
    where org_id = ${orgId} and id = ${pageId} and alert_id is not null and not is_drill`);
