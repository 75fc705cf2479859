import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

type PushKeyRow = { public_key: Buffer; encrypted_private_key: Buffer };

export const findPushKey = (db: Db) =>
  db.find<PushKeyRow>(sql`select public_key, encrypted_private_key from push_key`);

export const insertPushKey = (db: Db, row: { publicKey: Buffer; encryptedPrivateKey: Buffer; now: Date }) =>
  db.run(sql`
    insert into push_key (public_key, encrypted_private_key, created_at)
    values (${row.publicKey}, ${row.encryptedPrivateKey}, ${row.now}) on conflict do nothing`);

export type PushDeviceRow = {
  id: string;
  person_id: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  user_agent: string;
  created_at: Date;
  last_success_at: Date | null;
  last_error: string | null;
};

const COLUMNS = sql`id, person_id, endpoint, p256dh, auth, user_agent, created_at, last_success_at, last_error`;

/** The devices of a person, oldest first. */
export const listPushDevices = (db: Db, personId: string) =>
  db.rows<PushDeviceRow>(sql`
    select ${COLUMNS} from push_device where person_id = ${personId} order by created_at, id`);

export type MemberDeviceRow = { member_id: string; member_email: string; device: PushDeviceRow | null };

/** Whom a message is for: members by the IDs of the people, or all that have exactly this role. */
export type PushAudience = { people: readonly string[] } | { role: Role };

/** The members of an audience with their devices, oldest first; one row without a device for who has none. */
export const listMemberDevices = async (db: Db, orgId: OrgId, audience: PushAudience) => {
  const isMeant =
    "role" in audience
      ? sql`m.role = ${audience.role}`
      : sql`m.person_id = any(${textArray(audience.people)}::uuid[])`;
  const rows = await db.rows<PushDeviceRow & { member_id: string; member_email: string }>(sql`
    select d.id, d.person_id, d.endpoint, d.p256dh, d.auth, d.user_agent, d.created_at, d.last_success_at,
      d.last_error, p.id as member_id, p.email as member_email
    from membership m join person p on p.id = m.person_id left join push_device d on d.person_id = p.id
    where m.org_id = ${orgId} and ${isMeant} order by m.joined_at, m.id, d.created_at, d.id`);
  return rows.map(
    ({ member_id, member_email, ...device }): MemberDeviceRow => ({
      ...{ member_id, member_email },
      device: device.id === null ? null : device,
    }),
  );
};

export const findPushDevice = (db: Db, personId: string, id: string) =>
  db.find<PushDeviceRow>(
    sql`select ${COLUMNS} from push_device where person_id = ${personId} and id = ${id}`,
  );

export type NewPushDevice = {
  id: string;
  personId: string;
  endpoint: string;
  endpointHash: Buffer;
  p256dh: Buffer;
  auth: Buffer;
  userAgent: string;
  now: Date;
};

/** A browser that subscribes again, also as another person, replaces its device. */
export const savePushDevice = (db: Db, device: NewPushDevice) =>
  db.find<PushDeviceRow>(sql`
    insert into push_device (id, person_id, endpoint, endpoint_hash, p256dh, auth, user_agent, created_at)
    values (${device.id}, ${device.personId}, ${device.endpoint}, ${device.endpointHash}, ${device.p256dh}, ${device.auth},
      ${device.userAgent}, ${device.now})
    on conflict (endpoint_hash) do update set person_id = excluded.person_id, p256dh = excluded.p256dh,
      auth = excluded.auth, user_agent = excluded.user_agent, last_error = null
    returning ${COLUMNS}`);

export const deletePushDevice = (db: Db, personId: string, id: string) =>
  db.run(sql`delete from push_device where person_id = ${personId} and id = ${id}`);

/** Deletes a device that its push service no longer knows, unless the browser subscribed again in the meantime. */
export const deleteGoneDevice = (db: Db, { id, endpoint }: PushDeviceRow) =>
  db.run(sql`delete from push_device where id = ${id} and endpoint = ${endpoint}`);

/** `error` is null after a success. */
export const recordPush = (db: Db, id: string, { error, now }: { error: string | null; now: Date }) =>
  db.run(sql`
    update push_device set last_error = ${error},
      last_success_at = case when ${error}::text is null then ${now}::timestamptz else last_success_at end
    where id = ${id}`);

/**
 * Alerts that a person was paged for and that no one has acknowledged, for the number on the icon: in all organizations
 * that the person is a member of. By way of the membership, because the index of open pages starts with the organization.
 */
export const countPagedAlerts = async (db: Db, personId: string) => {
  const row = await db.find<{ alerts: number }>(sql`
    select count(distinct p.alert_id)::int4 as alerts
    from membership m join page p on p.org_id = m.org_id and p.person_id = m.person_id
    where m.person_id = ${personId} and p.ended_at is null and p.alert_id is not null`);
  return row?.alerts ?? 0;
};
