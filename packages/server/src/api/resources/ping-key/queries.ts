import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type PingKeyRow = { key_start: string; created_by: string; created_at: Date };

export const findPingKey = (db: Db, orgId: OrgId) =>
  db.find<PingKeyRow>(sql`select key_start, created_by, created_at from ping_key where org_id = ${orgId}`);

export type StoredPingKey = { keyHash: string; keyStart: string; createdBy: string; createdAt: Date };

/** Returns the start of the key that it replaces, if there was one. */
export const putPingKey = (
  db: Db,
  orgId: OrgId,
  { keyHash, keyStart, createdBy, createdAt }: StoredPingKey,
) =>
  db.find<{ replaced: string | null }>(sql`
    with old as (
      select key_start from ping_key where org_id = ${orgId} for update
    ), stored as (
      insert into ping_key (org_id, key_hash, key_start, created_by, created_at)
      values (${orgId}, ${Buffer.from(keyHash, "hex")}, ${keyStart}, ${createdBy}, ${createdAt})
      on conflict (org_id) do update set key_hash = excluded.key_hash, key_start = excluded.key_start,
        created_by = excluded.created_by, created_at = excluded.created_at
    )
    select (select key_start from old) as replaced`);

export const deletePingKey = (db: Db, orgId: OrgId) =>
  db.find<PingKeyRow>(
    sql`delete from ping_key where org_id = ${orgId} returning key_start, created_by, created_at`,
  );
