import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { RecordBaseline } from "@vedette/contract/targets/monitor-state/record-baseline.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { timestampOf } from "../../platform/storage/values/timestamp-of.ts";

/** The baselines of monitors. A baseline of an earlier address is left out. */
export async function listRecordBaselines(
  db: Db,
  orgId: OrgId,
  ids: readonly TargetId[],
): Promise<Map<TargetId, RecordBaseline>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<RecordBaseline & { target_id: TargetId }>(sql`
    select b.target_id, b.records, b.accepted_by, ${timestampOf(sql`b.accepted_at`)} as accepted_at, b.found,
      ${timestampOf(sql`b.found_at`)} as found_at
    from monitor_baseline b join target t on t.id = b.target_id and t.address = b.address
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])`);
  return new Map(rows.map(({ target_id, ...baseline }) => [target_id, baseline]));
}

/** Makes what the newest check found the baseline. The caller must hold the lock of the target. */
export const acceptFound = (db: Db, orgId: OrgId, { id, by, now }: { id: TargetId; by: string; now: Date }) =>
  db.run(sql`
    update monitor_baseline b set records = b.found, found = null, found_at = null, accepted_by = ${by}, accepted_at = ${now}
    from target t
    where t.org_id = ${orgId} and t.id = ${id} and b.target_id = t.id and b.found is not null`);

export const deleteBaseline = (db: Db, id: TargetId) =>
  db.run(sql`delete from monitor_baseline where target_id = ${id}`);
