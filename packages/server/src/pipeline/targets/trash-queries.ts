import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { StateAfterUpdate } from "./queries.ts";
import { TARGET_COLUMNS } from "./target-row.ts";
import type { TargetTable } from "./target-type.ts";

/** The only statements that see targets in the trash: the view `target` leaves them out. */

/** Moves a target to the trash. Other targets no longer depend on it. */
export const moveToTrash = (
  db: Db,
  orgId: OrgId,
  { id, state, now, by }: { id: TargetId; state: StateAfterUpdate; now: Date; by: string },
) =>
  db.run(sql`
    with freed as (
      delete from target_dependency where parent_id = ${id}
    )
    update stored_target set status = ${state.status}, status_since = ${state.status_since}, deleted_at = ${now},
      deleted_by = ${by}, revision = revision + 1
    where org_id = ${orgId} and id = ${id}`);

export const lockTrashed = (db: Db, orgId: OrgId, id: TargetId) =>
  db.find<{ id: TargetId; kind: TargetKind; name: string }>(sql`
    select id, kind, name from stored_target
    where org_id = ${orgId} and id = ${id} and deleted_at is not null for update`);

export const findTrashedRow = <Row>(db: Db, orgId: OrgId, { table, columns }: TargetTable, id: TargetId) =>
  db.find<Row>(sql`
    select ${TARGET_COLUMNS}, ${columns} from stored_target t join ${table} c on c.id = t.id
    where t.org_id = ${orgId} and t.id = ${id} and t.deleted_at is not null`);

export const takeFromTrash = (
  db: Db,
  orgId: OrgId,
  { id, state, now }: { id: TargetId; state: StateAfterUpdate; now: Date },
) =>
  db.run(sql`
    update stored_target set status = ${state.status}, status_since = ${state.status_since},
      schedule_since = ${state.schedule_since}, deleted_at = null, deleted_by = null, updated_at = ${now},
      revision = revision + 1
    where org_id = ${orgId} and id = ${id}`);

export const purgeTarget = (db: Db, orgId: OrgId, id: TargetId) =>
  db.run(sql`delete from stored_target where org_id = ${orgId} and id = ${id} and deleted_at is not null`);

/** Deletes targets of all organizations that were moved to the trash before `before`. Returns their number. */
export const purgeOldest = (db: Db, { before, limit }: { before: Date; limit: number }) =>
  db.run(sql`
    delete from stored_target where id in (
      select id from stored_target where deleted_at < ${before} order by deleted_at limit ${limit}
      for update skip locked
    )`);

export type TrashRow = {
  id: TargetId;
  kind: TargetKind;
  name: string;
  deleted_at: Date;
  deleted_by: string | null;
};

const LISTED = sql`t.id, t.kind, t.name, t.deleted_at, t.deleted_by`;

export const findTrashed = (db: Db, orgId: OrgId, id: string) =>
  db.find<TrashRow>(sql`
    select ${LISTED} from stored_target t
    where t.org_id = ${orgId} and t.id = ${id} and t.deleted_at is not null`);

/** Returns one row more than the limit if there is a next page; the latest deletion first. */
export const listTrash = (
  db: Db,
  orgId: OrgId,
  { position, limit }: { position: CursorPosition | null; limit: number },
) => {
  const columns = { at: sql`t.deleted_at`, name: sql`t.name`, id: sql`t.id` };
  const { after, order } = keyset("-created_at", columns, position);
  return db.rows<TrashRow>(sql`
    select ${LISTED} from stored_target t
    where t.org_id = ${orgId} and t.deleted_at is not null${after}${order} limit ${limit + 1}`);
};
