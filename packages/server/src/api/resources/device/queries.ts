import type { ApiKeyId, OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { DeviceScope } from "@vedette/contract/people/device.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type DeviceRow = {
  user_code: string;
  client_name: string;
  ip: string;
  created_at: Date;
  expires_at: Date;
};

type NewDevice = DeviceRow & { id: string; codeHash: Buffer };

/** Stores a request and deletes those that expired; 0 if the user code is taken. */
export const insertDevice = (db: Db, device: NewDevice) =>
  db.run(sql`
    with old as (delete from device_authorization where expires_at < ${device.created_at})
    insert into device_authorization (id, code_hash, user_code, client_name, ip, created_at, expires_at)
    values (${device.id}, ${device.codeHash}, ${device.user_code}, ${device.client_name}, ${device.ip},
      ${device.created_at}, ${device.expires_at})
    on conflict (user_code) do nothing`);

export const findPendingDevice = (db: Db, userCode: string, now: Date) =>
  db.find<DeviceRow>(sql`
    select user_code, client_name, ip, created_at, expires_at from device_authorization
    where user_code = ${userCode} and status = 'pending' and expires_at > ${now}`);

export const denyDevice = (db: Db, userCode: string, now: Date) =>
  db.find<DeviceRow>(sql`
    update device_authorization set status = 'denied'
    where user_code = ${userCode} and status = 'pending' and expires_at > ${now}
    returning user_code, client_name, ip, created_at, expires_at`);

export type Approval = { orgId: OrgId; personId: PersonId; scope: DeviceScope; keyId: ApiKeyId };

/** Null if another request decided first, or the code expired. */
export const approveDevice = (
  db: Db,
  userCode: string,
  { orgId, personId, scope, keyId, now }: Approval & { now: Date },
) =>
  db.find<DeviceRow>(sql`
    update device_authorization
    set status = 'approved', org_id = ${orgId}, person_id = ${personId}, scope = ${scope}, key_id = ${keyId}
    where user_code = ${userCode} and status = 'pending' and expires_at > ${now}
    returning user_code, client_name, ip, created_at, expires_at`);

export type PolledDevice = {
  status: "pending" | "approved" | "denied" | "used";
  is_early: boolean;
};

/** Records the poll of a program. Null if the code is unknown or expired. */
export const pollDevice = (
  db: Db,
  codeHash: Buffer,
  { now, intervalStart }: { now: Date; intervalStart: Date },
) =>
  db.find<PolledDevice>(sql`
    with found as (
      select id, status, coalesce(polled_at > ${intervalStart}, false) as is_early from device_authorization
      where code_hash = ${codeHash} and expires_at > ${now} for update
    ), polled as (
      update device_authorization d set polled_at = ${now} from found f where d.id = f.id
    )
    select status, is_early from found`);

export type UsedDevice = {
  org_id: OrgId;
  person_id: PersonId;
  person_name: string;
  scope: DeviceScope;
  key_id: ApiKeyId;
  client_name: string;
  user_code: string;
};

/** Marks an approved code as used; null if it was used, so that it gives one key. */
export const claimDevice = (db: Db, codeHash: Buffer, now: Date) =>
  db.find<UsedDevice>(sql`
    update device_authorization d set status = 'used'
    from person p
    where d.code_hash = ${codeHash} and d.status = 'approved' and d.expires_at > ${now} and p.id = d.person_id
    returning d.org_id, d.person_id, p.name as person_name, d.scope, d.key_id, d.client_name, d.user_code`);
