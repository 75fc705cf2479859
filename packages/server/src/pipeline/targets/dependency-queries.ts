import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/**
 * Returns those of the ids that are targets of the organization, and keeps these rows until the transaction
 * ends.
 */
export const lockTargets = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select id from target where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[]) order by id for key share`);

/** Serializes changes of dependencies in an organization until the transaction ends. */
export const lockParents = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`parents of ${orgId}`}, 0))`);

/** Returns those of the targets that depend on `id`, directly or indirectly. */
export const listDependents = (db: Db, orgId: OrgId, { id, ids }: { id: TargetId; ids: readonly string[] }) =>
  db.rows<{ id: string }>(sql`
    with recursive below (id) as (
      select t.id from target t where t.org_id = ${orgId} and t.id = ${id}
      union
      select p.child_id from below b join target_dependency p on p.parent_id = b.id
    )
    select id from below where id = any(${textArray(ids)}::uuid[]) order by id`);

export const setParents = (
  db: Db,
  orgId: OrgId,
  { id, parents }: { id: TargetId; parents: readonly string[] },
) =>
  db.run(sql`
    with dropped as (
      delete from target_dependency where child_id = ${id} and parent_id <> all(${textArray(parents)}::uuid[])
    )
    insert into target_dependency (child_id, parent_id)
    select c.id, p.id from target c join target p on p.org_id = c.org_id
    where c.org_id = ${orgId} and c.id = ${id} and p.id = any(${textArray(parents)}::uuid[])
    on conflict do nothing`);
