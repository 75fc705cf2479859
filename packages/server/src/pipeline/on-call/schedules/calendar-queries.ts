import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

type Owner = { orgId: OrgId; personId: string };

/** Sets or removes the token of the calendar of a schedule. */
export const setScheduleToken = (
  db: Db,
  orgId: OrgId,
  { scheduleId, tokenHash }: { scheduleId: string; tokenHash: Buffer | null },
) =>
  db.run(sql`
    update schedule set calendar_token_hash = ${tokenHash} where org_id = ${orgId} and id = ${scheduleId}`);

export const hasPersonCalendar = async (db: Db, { orgId, personId }: Owner): Promise<boolean> => {
  const row = await db.find<{ person_id: string }>(
    sql`select person_id from person_calendar where org_id = ${orgId} and person_id = ${personId}`,
  );
  return row !== null;
};

export const putPersonCalendar = (
  db: Db,
  { orgId, personId, tokenHash, now }: Owner & { tokenHash: Buffer; now: Date },
) =>
  db.run(sql`
    insert into person_calendar (org_id, person_id, token_hash, created_at)
    values (${orgId}, ${personId}, ${tokenHash}, ${now})
    on conflict (org_id, person_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`);

export const deletePersonCalendar = (db: Db, { orgId, personId }: Owner) =>
  db.run(sql`delete from person_calendar where org_id = ${orgId} and person_id = ${personId}`);

/** What a token reads: one of the two ids is set. */
export type CalendarOwner = { org_id: OrgId; schedule_id: string | null; person_id: string | null };

export const findCalendarOwner = (db: Db, tokenHash: Buffer) =>
  db.find<CalendarOwner>(sql`
    select org_id, id as schedule_id, null::uuid as person_id from schedule where calendar_token_hash = ${tokenHash}
    union all
    select org_id, null::uuid, person_id from person_calendar where token_hash = ${tokenHash}`);
