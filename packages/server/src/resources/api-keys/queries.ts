import type { ApiKeyId, OrgId } from "@vedette/contract/ids.ts";
import type { Scope } from "@vedette/contract/scopes.ts";
import type { Db } from "../../storage/database.ts";
import { sql } from "../../storage/sql.ts";

export type ApiKeyRow = {
  id: ApiKeyId;
  org_id: OrgId;
  name: string;
  scope: Scope;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
};

/** The one statement without an organization: the key says which it belongs to. */
export const findKeyByHash = (db: Db, keyHash: Buffer) =>
  db.find<ApiKeyRow>(sql`
    select id, org_id, name, scope, last_used_at, expires_at, revoked_at
    from api_key where key_hash = ${keyHash}`);

export const findKeyState = (db: Db, orgId: OrgId, id: ApiKeyId) =>
  db.find<Pick<ApiKeyRow, "expires_at" | "revoked_at">>(sql`
    select expires_at, revoked_at from api_key where org_id = ${orgId} and id = ${id}`);

/** Guarded, so that of many requests at once one writes. */
export const touchKey = (
  db: Db,
  orgId: OrgId,
  { id, now, before }: { id: ApiKeyId; now: Date; before: Date },
) =>
  db.run(sql`
    update api_key set last_used_at = ${now}
    where org_id = ${orgId} and id = ${id} and (last_used_at is null or last_used_at < ${before})`);

/** 0 rows when an unrevoked key of the organization has the name already. */
export const insertKey = (
  db: Db,
  orgId: OrgId,
  key: {
    id: ApiKeyId;
    name: string;
    scope: Scope;
    keyHash: Buffer;
    keyStart: string;
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
  },
) =>
  db.run(sql`
    insert into api_key (id, org_id, name, scope, key_hash, key_start, created_by, created_at, expires_at)
    values (${key.id}, ${orgId}, ${key.name}, ${key.scope}, ${key.keyHash}, ${key.keyStart},
      ${key.createdBy}, ${key.createdAt}, ${key.expiresAt})
    on conflict (org_id, name) where revoked_at is null do nothing`);
