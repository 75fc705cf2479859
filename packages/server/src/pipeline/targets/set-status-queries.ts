import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { SetStatus, SetStatusRequest } from "@vedette/contract/targets/monitor-state/set-status.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { timestampOf } from "../../platform/storage/values/timestamp-of.ts";

/** The statuses of manual monitors, as they were set. */
export async function listSetStatuses(
  db: Db,
  orgId: OrgId,
  ids: readonly TargetId[],
): Promise<Map<TargetId, SetStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<SetStatus & { target_id: TargetId }>(sql`
    select s.target_id, s.status, s.reason, s.set_by, ${timestampOf(sql`s.set_at`)} as set_at
    from set_status s join target t on t.id = s.target_id
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])`);
  return new Map(rows.map(({ target_id, ...status }) => [target_id, status]));
}

type NewStatus = Pick<SetStatusRequest, "status"> & {
  id: TargetId;
  reason: string | null;
  by: string;
  now: Date;
};

/** Replaces the status of a manual monitor. */
export const saveSetStatus = (db: Db, orgId: OrgId, { id, status, reason, by, now }: NewStatus) =>
  db.run(sql`
    insert into set_status (target_id, status, reason, set_by, set_at)
    select id, ${status}, ${reason}, ${by}, ${now}::timestamptz from target where org_id = ${orgId} and id = ${id}
    on conflict (target_id) do update set status = excluded.status, reason = excluded.reason,
      set_by = excluded.set_by, set_at = excluded.set_at`);
