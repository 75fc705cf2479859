import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ScheduleLayer, ScheduleListQuery } from "@vedette/contract/on-call/schedules.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type ScheduleFields = {
  name: string;
  description: string;
  timezone: string;
  layers: readonly ScheduleLayer[];
};

export type ScheduleRow = ScheduleFields & {
  id: string;
  org_id: OrgId;
  has_calendar: boolean;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`id, org_id, name, description, timezone, layers, calendar_token_hash is not null as has_calendar,
  created_by, created_at, updated_at`;

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

export const listSchedules = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: ScheduleListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<ScheduleRow>(sql`
    select ${COLUMNS} from schedule where org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** An organization has a limited number of them. */
export const listAllSchedules = (db: Db, orgId: OrgId) =>
  db.rows<ScheduleRow>(sql`select ${COLUMNS} from schedule where org_id = ${orgId} order by name, id`);

export const listSchedulesById = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<ScheduleRow>(
    sql`select ${COLUMNS} from schedule where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`,
  );

export const findSchedule = (db: Db, orgId: OrgId, id: string) =>
  db.find<ScheduleRow>(sql`select ${COLUMNS} from schedule where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends, so concurrent changes are serialized. */
export const findScheduleForUpdate = (db: Db, orgId: OrgId, id: string) =>
  db.find<ScheduleRow>(
    sql`select ${COLUMNS} from schedule where org_id = ${orgId} and id = ${id} for update`,
  );

/** Serializes the creation of schedules of an organization until the transaction ends. */
export const lockSchedules = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('schedules ' || ${orgId}::text, 0))`);

export const countSchedules = async (db: Db, orgId: OrgId): Promise<number> => {
  const row = await db.find<{ schedules: number }>(
    sql`select count(*)::int4 as schedules from schedule where org_id = ${orgId}`,
  );
  return row?.schedules ?? 0;
};

export const insertSchedule = (db: Db, row: ScheduleRow) =>
  db.run(sql`
    insert into schedule (id, org_id, name, description, timezone, layers, created_by, created_at, updated_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.description}, ${row.timezone},
      ${JSON.stringify(row.layers)}::jsonb, ${row.created_by}, ${row.created_at}, ${row.updated_at})`);

export const updateScheduleRow = (db: Db, row: ScheduleRow) =>
  db.run(sql`
    update schedule set name = ${row.name}, description = ${row.description}, timezone = ${row.timezone},
      layers = ${JSON.stringify(row.layers)}::jsonb, updated_at = ${row.updated_at}
    where org_id = ${row.org_id} and id = ${row.id}`);

export const deleteScheduleRow = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from schedule where org_id = ${orgId} and id = ${id}`);

export type SchedulePersonRow = { id: string; name: string; email: string };

/** The members of an organization. */
export const listPeople = (db: Db, orgId: OrgId) =>
  db.rows<SchedulePersonRow>(sql`
    select p.id, p.name, p.email from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} order by p.name, p.id`);
