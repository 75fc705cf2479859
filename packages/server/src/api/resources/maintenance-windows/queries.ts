import type {
  MaintenanceMode,
  MaintenanceWindowListQuery,
} from "@vedette/contract/alerts/maintenance-windows.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller can write, as stored. */
export type WindowFields = {
  name: string;
  mode: MaintenanceMode;
  starts_at: Date;
  duration_seconds: number;
  rrule: string | null;
  timezone: string;
  counts_uptime: boolean;
  target_ids: string[];
  tags: string[];
  selector: Selector | null;
  show_on: string[];
  announcement: string;
};

export type WindowDefinitionRow = WindowFields & {
  id: string;
  org_id: OrgId;
  ended_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, mode, starts_at, duration_seconds, rrule, timezone, counts_uptime,
  target_ids::text[] as target_ids, tags, selector,
  show_on::text[] as show_on, announcement, ended_at, created_by, created_at, updated_at`;

export const findWindow = (db: Db, orgId: OrgId, id: string) =>
  db.find<WindowDefinitionRow>(
    sql`select ${COLUMNS} from maintenance_window where org_id = ${orgId} and id = ${id}`,
  );

/** Locks the row until the transaction ends, so concurrent changes are serialized. */
export const findWindowForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<WindowDefinitionRow>(
    sql`select ${COLUMNS} from maintenance_window where org_id = ${orgId} and id = ${id} for update`,
  );

export const listWindows = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: MaintenanceWindowListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<WindowDefinitionRow>(sql`
    select ${COLUMNS} from maintenance_window
    where org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** An organization has a limited number of them. */
export const listAllWindows = (db: Db, orgId: OrgId) =>
  db.rows<WindowDefinitionRow>(
    sql`select ${COLUMNS} from maintenance_window where org_id = ${orgId} order by id`,
  );

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

export const countWindows = async (db: Db, orgId: OrgId): Promise<number> => {
  const row = await db.find<{ windows: number }>(
    sql`select count(*)::int4 as windows from maintenance_window where org_id = ${orgId}`,
  );
  return row?.windows ?? 0;
};

const toJson = (selector: Selector | null) => (selector === null ? null : JSON.stringify(selector));

export const insertWindow = (db: Db, orgId: OrgId, row: WindowDefinitionRow) =>
  db.run(sql`
    insert into maintenance_window (id, org_id, name, mode, starts_at, duration_seconds, rrule, timezone,
      counts_uptime, target_ids, tags, selector, show_on, announcement, created_by, created_at, updated_at)
    values (${row.id}, ${orgId}, ${row.name}, ${row.mode}, ${row.starts_at}, ${row.duration_seconds}, ${row.rrule},
      ${row.timezone}, ${row.counts_uptime}, ${textArray(row.target_ids)}::uuid[],
      ${textArray(row.tags)}::text[], ${toJson(row.selector)}::jsonb,
      ${textArray(row.show_on)}::uuid[], ${row.announcement}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`);

export const updateWindow = (db: Db, orgId: OrgId, row: WindowDefinitionRow) =>
  db.run(sql`
    update maintenance_window set name = ${row.name}, mode = ${row.mode}, starts_at = ${row.starts_at},
      duration_seconds = ${row.duration_seconds}, rrule = ${row.rrule}, timezone = ${row.timezone},
      counts_uptime = ${row.counts_uptime}, target_ids = ${textArray(row.target_ids)}::uuid[],
      tags = ${textArray(row.tags)}::text[], selector = ${toJson(row.selector)}::jsonb,
      show_on = ${textArray(row.show_on)}::uuid[], announcement = ${row.announcement}, ended_at = ${row.ended_at}, updated_at = ${row.updated_at}
    where org_id = ${orgId} and id = ${row.id}`);

export const deleteWindow = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from maintenance_window where org_id = ${orgId} and id = ${id}`);

/** Notifies the schedulers when the transaction commits. */
export const notifyWindowChanged = (db: Db, id: string) =>
  db.run(sql`select pg_notify('maintenance_windows_changed', ${id})`);

export type WindowTargetRow = { id: string; kind: TargetKind };

/** Returns those of the ids that are targets of the organization, with their kind. */
export const listWindowTargets = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<WindowTargetRow>(sql`
    select id, kind from target where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[]) order by id`);
