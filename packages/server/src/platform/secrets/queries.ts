import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../storage/array-literal.ts";
import type { Db } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";

export type MasterKeyCheckRow = { master_key_id: string; box: Buffer };

export const findMasterKeyCheck = (db: Db) =>
  db.find<MasterKeyCheckRow>(sql`select master_key_id, box from master_key_check`);

/** The first row wins, so that of two concurrent first starts the second one fails with the wrong key. */
export const insertMasterKeyCheck = (db: Db, check: MasterKeyCheckRow) =>
  db.run(sql`
    insert into master_key_check (master_key_id, box) values (${check.master_key_id}, ${check.box})
    on conflict (single) do nothing`);

export const updateMasterKeyCheck = (db: Db, check: MasterKeyCheckRow) =>
  db.run(sql`update master_key_check set master_key_id = ${check.master_key_id}, box = ${check.box}`);

export const listMasterKeyIds = (db: Db) =>
  db.rows<{ master_key_id: string }>(sql`
    select master_key_id from organization_data_key union select master_key_id from installation_secret`);

export type InstallationSecretRow = { wrapped: Buffer; master_key_id: string };

export const findInstallationSecret = (db: Db) =>
  db.find<InstallationSecretRow>(sql`select wrapped, master_key_id from installation_secret`);

/** The first row wins. */
export const insertInstallationSecret = (db: Db, row: InstallationSecretRow) =>
  db.run(sql`
    insert into installation_secret (wrapped, master_key_id) values (${row.wrapped}, ${row.master_key_id})
    on conflict (single) do nothing`);

export const updateInstallationSecret = (db: Db, row: InstallationSecretRow) =>
  db.run(sql`update installation_secret set wrapped = ${row.wrapped}, master_key_id = ${row.master_key_id}`);

export type DataKeyRow = { org_id: OrgId; version: number; wrapped: Buffer; master_key_id: string };

/** Our pair of advisory lock numbers: "vede", "mkey". */
const ROTATION = sql`${0x76656465}::int4, ${0x6d6b6579}::int4`;

/** Prevents a rotation of the master key until the transaction ends. */
export const keepRotationOut = (db: Db) => db.run(sql`select pg_advisory_xact_lock_shared(${ROTATION})`);

/** Returns false if another rotation is in progress. The session holds the lock. */
export async function beginRotation(db: Db): Promise<boolean> {
  const row = await db.find<{ is_taken: boolean }>(sql`select pg_try_advisory_lock(${ROTATION}) as is_taken`);
  return row?.is_taken ?? false;
}

export const findNewestDataKey = (db: Db, orgId: OrgId) =>
  db.find<DataKeyRow>(sql`
    select org_id, version, wrapped, master_key_id from organization_data_key
    where org_id = ${orgId} order by version desc limit 1`);

export const findDataKey = (db: Db, orgId: OrgId, version: number) =>
  db.find<DataKeyRow>(sql`
    select org_id, version, wrapped, master_key_id from organization_data_key
    where org_id = ${orgId} and version = ${version}`);

/** Keeps a row that another transaction inserted concurrently. */
export const insertDataKey = (db: Db, { org_id, version, wrapped, master_key_id }: DataKeyRow) =>
  db.run(sql`
    insert into organization_data_key (org_id, version, wrapped, master_key_id, created_at)
    values (${org_id}, ${version}, ${wrapped}, ${master_key_id}, now())
    on conflict (org_id, version) do nothing`);

/** Lists data keys of all organizations, for the rotation. */
export const listDataKeysOfOtherMasters = (db: Db, masterKeyId: string, limit: number) =>
  db.rows<DataKeyRow>(sql`
    select org_id, version, wrapped, master_key_id from organization_data_key
    where master_key_id <> ${masterKeyId} order by org_id, version limit ${limit}`);

export const rewrapDataKey = (db: Db, row: DataKeyRow) =>
  db.run(sql`
    update organization_data_key set wrapped = ${row.wrapped}, master_key_id = ${row.master_key_id}
    where org_id = ${row.org_id} and version = ${row.version}`);

export type VariableValueRow = {
  org_id: OrgId;
  id: string;
  name: string;
  value: string | null;
  encrypted_value: Buffer | null;
  version: number;
};

/** Returns values by name for several organizations at once: the n-th name belongs to the n-th organization. */
export const findVariables = (db: Db, orgIds: readonly OrgId[], names: readonly string[]) =>
  db.rows<VariableValueRow>(sql`
    select v.org_id, v.id, v.name, v.value, v.encrypted_value, v.version
    from unnest(${orgIds}::uuid[], ${names}::text[]) as wanted (org_id, name)
    join variable v on v.org_id = wanted.org_id and v.name = wanted.name`);

/** Returns all secrets of an organization. */
export const listSecrets = (db: Db, orgId: OrgId) =>
  db.rows<VariableValueRow>(sql`
    select org_id, id, name, value, encrypted_value, version from variable where org_id = ${orgId} and type = 'secret'`);

/** Locks variables until the transaction ends; returns the names that exist. */
export const lockVariables = (db: Db, orgId: OrgId, names: readonly string[]) =>
  db.rows<{ name: string }>(sql`
    select name from variable where org_id = ${orgId} and name = any(${textArray(names)}::text[])
    order by id for share`);

/** Prevents new variable names in the organization until the transaction ends. */
export const keepNewNamesOut = (db: Db, orgId: OrgId) =>
  db.run(sql`select from organization where id = ${orgId} for share`);

/** Waits for all transactions that prevent new names, and blocks them until the transaction ends. */
export const beginNewName = (db: Db, orgId: OrgId) =>
  db.run(sql`select from organization where id = ${orgId} for no key update`);

export const addUses = (db: Db, orgId: OrgId, { id, names }: { id: TargetId; names: readonly string[] }) =>
  db.run(sql`
    insert into variable_reference (variable_id, target_id)
    select v.id, t.id from variable v join target t on t.org_id = v.org_id
    where v.org_id = ${orgId} and t.id = ${id} and v.name = any(${textArray(names)}::text[])
    on conflict do nothing`);

export const dropOtherUses = (
  db: Db,
  orgId: OrgId,
  { id, names }: { id: TargetId; names: readonly string[] },
) =>
  db.run(sql`
    delete from variable_reference u using variable v
    where u.target_id = ${id} and v.id = u.variable_id and v.org_id = ${orgId}
      and v.name <> all(${textArray(names)}::text[])`);
