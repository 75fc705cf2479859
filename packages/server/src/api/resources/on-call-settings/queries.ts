import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type OnCallSettingsRow = {
  sms_channel_id: string | null;
  call_channel_id: string | null;
  updated_at: Date;
};

/** A channel that was deleted is none. */
export const findOnCallSettings = (db: Db, orgId: OrgId) =>
  db.find<OnCallSettingsRow>(sql`
    select sms.id as sms_channel_id, call.id as call_channel_id, s.updated_at from on_call_settings s
    left join alert_channel sms on sms.org_id = s.org_id and sms.id = s.sms_channel_id
    left join alert_channel call on call.org_id = s.org_id and call.id = s.call_channel_id
    where s.org_id = ${orgId}`);

export const saveOnCallSettings = (
  db: Db,
  orgId: OrgId,
  { sms_channel_id: sms, call_channel_id: call, updated_at: at }: OnCallSettingsRow,
) =>
  db.run(sql`
    insert into on_call_settings (org_id, sms_channel_id, call_channel_id, updated_at)
    values (${orgId}, ${sms}, ${call}, ${at})
    on conflict (org_id) do update set sms_channel_id = ${sms}, call_channel_id = ${call}, updated_at = ${at}`);

export const findChannelType = (db: Db, orgId: OrgId, id: string) =>
  db.find<{ type: string }>(sql`select type from alert_channel where org_id = ${orgId} and id = ${id}`);

export type MemberReachRow = {
  person_id: string;
  name: string;
  /** Types of methods that are verified and accept messages; `push` only with a device. */
  usable: ContactMethodType[];
  unverified: ContactMethodType[];
  failing: ContactMethodType[];
};

/** Members with fewer usable types of methods first. */
export const listMemberReach = (db: Db, orgId: OrgId, limit: number) =>
  db.rows<MemberReachRow>(sql`
    select m.person_id, p.name,
      coalesce(array_agg(distinct c.type) filter (where c.is_usable), '{}') as usable,
      coalesce(array_agg(distinct c.type) filter (where c.verified_at is null), '{}') as unverified,
      coalesce(array_agg(distinct c.type) filter (where c.verified_at is not null and c.failed_at is not null), '{}')
        as failing
    from membership m join person p on p.id = m.person_id
    left join lateral (
      select cm.*, cm.verified_at is not null and cm.failed_at is null
        and (cm.type <> 'push' or exists (select from push_device d where d.person_id = m.person_id)) as is_usable
      from contact_method cm where cm.org_id = m.org_id and cm.person_id = m.person_id
    ) c on true
    where m.org_id = ${orgId} group by m.person_id, p.name
    order by count(distinct c.type) filter (where c.is_usable), p.name, m.person_id
    limit ${limit}`);
