import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type NewLinkRow = {
  /** Hexadecimal. */
  token_hash: string;
  org_id: string;
  alert_id: string;
  also_alert_ids: readonly string[];
  person_id: string | null;
  channel_id: string | null;
};

/** Skips links of alerts, members and channels that were deleted in the meantime. */
export const insertLinks = (
  db: Db,
  rows: readonly NewLinkRow[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
) =>
  db.run(sql`
    insert into acknowledge_link (token_hash, org_id, alert_id, also_alert_ids, person_id, channel_id,
      created_at, expires_at)
    select decode(n.token_hash, 'hex'), n.org_id, n.alert_id, n.also_alert_ids, n.person_id, n.channel_id, ${now}, ${expiresAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (token_hash text, org_id uuid, alert_id uuid, also_alert_ids uuid[], person_id uuid, channel_id uuid)
    join alert a on a.id = n.alert_id and a.org_id = n.org_id
    left join membership m on m.org_id = n.org_id and m.person_id = n.person_id
    left join alert_channel c on c.org_id = n.org_id and c.id = n.channel_id
    where m.id is not null or c.id is not null`);

/** At most as many as one call creates on average, so that no call takes long. */
const DELETED_MAX = 100;

export const deleteExpiredLinks = (db: Db, before: Date) =>
  db.run(sql`
    delete from acknowledge_link where token_hash in (
      select token_hash from acknowledge_link where expires_at < ${before}
      order by expires_at limit ${DELETED_MAX} for update skip locked)`);

/** A link with the state of its alert. */
export type LinkRow = {
  org_id: OrgId;
  alert_id: string;
  person_id: string | null;
  channel_id: string | null;
  expires_at: Date;
  used_at: Date | null;
  /** The other alerts of the link that need someone, oldest first. */
  also_open: { id: string; title: string }[];
  organization_name: string;
  title: string;
  severity: string;
  triggered_at: Date;
  acknowledged_at: Date | null;
  /** Null if who acknowledged has no name any more. */
  acknowledger: string | null;
  resolved_at: Date | null;
};

export const findLink = (db: Db, tokenHash: Buffer) =>
  db.find<LinkRow>(sql`
    select l.org_id, l.alert_id, l.person_id, l.channel_id, l.expires_at, l.used_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title) order by b.id) from alert b
        where b.org_id = l.org_id and b.id = any(l.also_alert_ids) and b.acknowledged_at is null
          and b.resolved_at is null), '[]') as also_open,
      o.name as organization_name,
      a.title, a.severity, a.triggered_at, a.acknowledged_at, a.resolved_at,
      coalesce(p.name, k.name, 'channel ' || c.name) as acknowledger
    from acknowledge_link l
    join alert a on a.id = l.alert_id
    join organization o on o.id = l.org_id
    left join membership m on m.org_id = l.org_id and m.person_id::text = a.acknowledged_by
    left join person p on p.id = m.person_id
    left join api_key k on k.org_id = l.org_id and k.id::text = a.acknowledged_by
    left join alert_channel c on c.org_id = l.org_id and c.id::text = a.acknowledged_by
    where l.token_hash = ${tokenHash}`);

/** Returns 0 if the link was used before or has expired. Locks the link until the transaction ends. */
export const useLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db.run(sql`
    update acknowledge_link set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`);

/** The name of a member or of a channel; null after it was deleted. */
export const findAcknowledgerName = (
  db: Db,
  orgId: OrgId,
  { personId, channelId }: { personId: string | null; channelId: string | null },
) =>
  db.find<{ name: string }>(sql`
    select p.name from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.person_id = ${personId}
    union all
    select 'channel ' || name from alert_channel where org_id = ${orgId} and id = ${channelId}
    limit 1`);
