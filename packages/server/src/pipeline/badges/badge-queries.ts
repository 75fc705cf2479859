import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { ScheduledTarget } from "../status-pages/components/read-components.ts";

/* Statements on the keys of badges. */

/** Its payload is a key that was replaced or deleted. */
export const BADGE_CHANNEL = "badge_key_ended";

/** What a key gives access to. */
export type BadgeOwner = { type: "target" | "page"; id: string };

export type BadgeKeyRow = { key: string; created_by: string; created_at: Date };

const isOf = ({ type, id }: BadgeOwner) =>
  type === "target" ? sql`target_id = ${id}::uuid` : sql`page_id = ${id}::uuid`;

const tableOf = ({ type }: BadgeOwner) => (type === "target" ? sql`target` : sql`status_page`);

/** Whether the organization has the target, which is not deleted, or the page. */
export const hasOwner = async (db: Db, orgId: OrgId, owner: BadgeOwner): Promise<boolean> =>
  (await db.find(sql`select from ${tableOf(owner)} where org_id = ${orgId} and id = ${owner.id}`)) !== null;

/** The same; it has one key, so changes of it wait for each other until the transaction ends. */
export const lockOwner = async (db: Db, orgId: OrgId, owner: BadgeOwner): Promise<boolean> =>
  (await db.find(sql`
    select from ${tableOf(owner)} where org_id = ${orgId} and id = ${owner.id} for no key update`)) !== null;

export const findBadgeKey = (db: Db, orgId: OrgId, owner: BadgeOwner) =>
  db.find<BadgeKeyRow>(
    sql`select key, created_by, created_at from badge_key where org_id = ${orgId} and ${isOf(owner)}`,
  );

/** The caller has locked the owner, and deleted the key before. */
export const insertBadgeKey = (
  db: Db,
  orgId: OrgId,
  { owner, row }: { owner: BadgeOwner; row: BadgeKeyRow },
) =>
  db.run(sql`
    insert into badge_key (key, org_id, target_id, page_id, created_by, created_at)
    values (${row.key}, ${orgId}, ${owner.type === "target" ? owner.id : null}::uuid,
      ${owner.type === "page" ? owner.id : null}::uuid, ${row.created_by}, ${row.created_at})`);

/** Deletes the key, and notifies the servers, which forget it. Returns null if there was none. */
export const deleteBadgeKey = (db: Db, orgId: OrgId, owner: BadgeOwner) =>
  db.find<BadgeKeyRow>(sql`
    with ended as (
      delete from badge_key where org_id = ${orgId} and ${isOf(owner)} returning key, created_by, created_at
    )
    select key, created_by, created_at, pg_notify(${BADGE_CHANNEL}, key) from ended`);

export type BadgeTarget = ScheduledTarget & { orgId: OrgId; status: MonitorStatus };

/** What badges with the key show: a target that is not deleted, or a page. */
export type KeyOwner = { target: BadgeTarget | null; pageSlug: string | null };

type OwnerRow = {
  orgId: OrgId;
  pageSlug: string | null;
  targetId: TargetId | null;
} & Omit<BadgeTarget, "orgId" | "targetId">;

/** Of any organization: the key is what gives access. */
export const findKeyOwner = async (db: Db, key: string): Promise<KeyOwner | null> => {
  const row = await db.find<OwnerRow>(sql`
    select k.org_id as "orgId", p.slug as "pageSlug", t.id as "targetId", t.kind, t.status,
      t.created_at as "createdAt", t.interval_ms as "intervalMs", t.timeout_ms as "timeoutMs"
    from badge_key k
    left join target t on t.id = k.target_id
    left join status_page p on p.id = k.page_id
    where k.key = ${key}`);
  if (!row) return null;
  const { pageSlug, targetId, ...rest } = row;
  return { pageSlug, target: targetId === null ? null : { ...rest, targetId } };
};

/** The last ping of a heartbeat that was not ignored; null before the first one. */
export const findLastPing = async (db: Db, orgId: OrgId, id: TargetId): Promise<Date | null> => {
  const row = await db.find<{ last_ping_at: Date | null }>(sql`
    select s.last_ping_at from heartbeat_state s join target t on t.id = s.id
    where t.org_id = ${orgId} and s.id = ${id}`);
  return row?.last_ping_at ?? null;
};
