import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type OverrideRow = {
  id: string;
  org_id: OrgId;
  schedule_id: string;
  person_id: string;
  starts_at: Date;
  ends_at: Date;
  created_by: string;
  created_at: Date;
};

const COLUMNS = sql`id, org_id, schedule_id, person_id, starts_at, ends_at, created_by, created_at`;

/** The overrides of some schedules that end after `from` and start before `to`, in the order of their creation. */
export const listOverrides = (
  db: Db,
  orgId: OrgId,
  { scheduleIds, from, to }: { scheduleIds: readonly string[]; from: Date; to: Date },
) =>
  db.rows<OverrideRow>(sql`
    select ${COLUMNS} from schedule_override
    where org_id = ${orgId} and schedule_id = any(${textArray(scheduleIds)}::uuid[])
      and ends_at > ${from} and starts_at < ${to}
    order by created_at, id`);

/** The overrides of a schedule that have not ended. */
export const listOpenOverrides = (
  db: Db,
  orgId: OrgId,
  { scheduleId, now }: { scheduleId: string; now: Date },
) =>
  db.rows<OverrideRow>(sql`
    select ${COLUMNS} from schedule_override
    where org_id = ${orgId} and schedule_id = ${scheduleId} and ends_at > ${now}
    order by starts_at, id`);

export const insertOverride = (db: Db, row: OverrideRow) =>
  db.run(sql`
    insert into schedule_override (${COLUMNS})
    values (${row.id}, ${row.org_id}, ${row.schedule_id}, ${row.person_id}, ${row.starts_at}, ${row.ends_at},
      ${row.created_by}, ${row.created_at})`);

export const deleteOverrideRow = (
  db: Db,
  orgId: OrgId,
  { scheduleId, id }: { scheduleId: string; id: string },
) =>
  db.find<OverrideRow>(sql`
    delete from schedule_override where org_id = ${orgId} and schedule_id = ${scheduleId} and id = ${id}
    returning ${COLUMNS}`);

/** Deletes overrides of a schedule that ended before an instant. */
export const deleteEndedOverrides = (
  db: Db,
  orgId: OrgId,
  { scheduleId, before }: { scheduleId: string; before: Date },
) =>
  db.run(sql`
    delete from schedule_override
    where org_id = ${orgId} and schedule_id = ${scheduleId} and ends_at < ${before}`);
