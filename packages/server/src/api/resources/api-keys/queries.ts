import type { ApiKeyId, OrgId } from "@vedette/contract/common/ids.ts";
import type { ApiKeyListQuery } from "@vedette/contract/people/api-keys.ts";
import type { Scope } from "@vedette/contract/people/scopes.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type ApiKeyRow = {
  id: ApiKeyId;
  org_id: OrgId;
  name: string;
  scope: Scope;
  location: string | null;
  projects: string[] | null;
  ip_allow: string[];
  selector: Selector | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
};

/** The only statement without an organization id: the key determines the organization. */
export const findKeyByHash = (db: Db, keyHash: string) =>
  db.find<ApiKeyRow>(sql`
    select id, org_id, name, scope, location, projects, ip_allow, selector, last_used_at, expires_at, revoked_at
    from api_key where key_hash = ${Buffer.from(keyHash, "hex")}`);

export type ApiKeyListRow = Omit<ApiKeyRow, "org_id"> & {
  key_start: string;
  created_by: string;
  created_at: Date;
};

const LISTED = sql`
  id, name, scope, location, projects, ip_allow, selector, key_start, created_by, created_at,
  last_used_at, expires_at, revoked_at`;

export const listKeys = (
  db: Db,
  orgId: OrgId,
  { query, position, now }: { query: ApiKeyListQuery; position: CursorPosition | null; now: Date },
) => {
  const columns = { at: sql`created_at`, name: sql`name`, id: sql`id` };
  const { after, order } = keyset(query.sort, columns, position);
  const byStatus = query.status === undefined ? sql`` : sql` and ${STATUS[query.status](now)}`;
  return db.rows<ApiKeyListRow>(sql`
    select ${LISTED} from api_key where org_id = ${orgId}${byStatus}${after}${order} limit ${query.limit + 1}`);
};

export const findKey = (db: Db, orgId: OrgId, id: ApiKeyId) =>
  db.find<ApiKeyListRow>(sql`select ${LISTED} from api_key where org_id = ${orgId} and id = ${id}`);

const STATUS: Record<"active" | "expired" | "revoked", (now: Date) => Sql> = {
  active: (now) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  expired: (now) => sql`revoked_at is null and expires_at <= ${now}`,
  revoked: () => sql`revoked_at is not null`,
};

/** Counts the active keys and locks the organization until the transaction ends. */
export const countKeys = async (db: Db, orgId: OrgId, now: Date): Promise<number> => {
  await db.find(sql`select from organization where id = ${orgId} for no key update`);
  const row = await db.find<{ keys: number }>(sql`
    select count(*)::int4 as keys from api_key where org_id = ${orgId} and ${STATUS.active(now)}`);
  return row?.keys ?? 0;
};

/** Returns null if the key does not exist or is already revoked. */
export const revokeKey = (db: Db, orgId: OrgId, { id, now }: { id: ApiKeyId; now: Date }) =>
  db.find<ApiKeyListRow>(sql`
    update api_key set revoked_at = ${now} where org_id = ${orgId} and id = ${id} and revoked_at is null
    returning ${LISTED}`);

export const findKeyState = (db: Db, orgId: OrgId, id: ApiKeyId) =>
  db.find<Pick<ApiKeyRow, "expires_at" | "revoked_at">>(sql`
    select expires_at, revoked_at from api_key where org_id = ${orgId} and id = ${id}`);

/** The condition lets only one of many concurrent requests write. */
export const touchKey = (
  db: Db,
  orgId: OrgId,
  { id, now, before }: { id: ApiKeyId; now: Date; before: Date },
) =>
  db.run(sql`
    update api_key set last_used_at = ${now}
    where org_id = ${orgId} and id = ${id} and (last_used_at is null or last_used_at < ${before})`);

/** Returns 0 if an unrevoked key of the organization already has the name. */
export const insertKey = (
  db: Db,
  orgId: OrgId,
  key: {
    id: ApiKeyId;
    name: string;
    scope: Scope;
    location: string | null;
    projects: readonly string[] | null;
    ipAllow: readonly string[];
    selector: Selector | null;
    trustId: string | null;
    keyHash: string;
    keyStart: string;
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
  },
) =>
  db.run(sql`
    insert into api_key (id, org_id, name, scope, location, projects, ip_allow, selector, trust_id, key_hash, key_start,
      created_by, created_at, expires_at)
    values (${key.id}, ${orgId}, ${key.name}, ${key.scope}, ${key.location},
      ${key.projects === null ? null : textArray(key.projects)}::text[], ${textArray(key.ipAllow)}::text[],
      ${key.selector && JSON.stringify(key.selector)}::jsonb, ${key.trustId}, ${Buffer.from(key.keyHash, "hex")}, ${key.keyStart},
      ${key.createdBy}, ${key.createdAt}, ${key.expiresAt})
    on conflict (org_id, name) where revoked_at is null do nothing`);

/** Keys of trusts only: all others stay in the list for good. */
export const deleteExpiredTokenKeys = (db: Db, before: Date) =>
  db.run(sql`delete from api_key where trust_id is not null and expires_at < ${before}`);
