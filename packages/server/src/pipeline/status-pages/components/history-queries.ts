import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { Selectable } from "../../selectors/selects.ts";

/* What status pages read of targets: status and times, never names or addresses. */

export type PageTargetRow = Selectable & {
  status: MonitorStatus;
  createdAt: Date;
  intervalMs: number | null;
  timeoutMs: number;
};

const TARGET_COLUMNS = sql`t.id as "targetId", t.kind, m.type, t.tags, t.group_id as "groupId", t.status,
  t.created_at as "createdAt", t.interval_ms as "intervalMs", t.timeout_ms as "timeoutMs"`;

export const listPageTargets = (db: Db, orgId: OrgId) =>
  db.rows<PageTargetRow>(sql`
    select ${TARGET_COLUMNS} from target t left join monitor m on m.id = t.id where t.org_id = ${orgId}`);

/** The targets that existed at a time, with their present fields. Those that are in the trash now were not then. */
export const listPageTargetsAt = (db: Db, orgId: OrgId, at: Date) =>
  db.rows<PageTargetRow>(sql`
    select ${TARGET_COLUMNS} from stored_target t left join monitor m on m.id = t.id
    where t.org_id = ${orgId} and t.created_at <= ${at} and (t.deleted_at is null or t.deleted_at > ${at})`);

export type ChangeRow = {
  target_id: TargetId;
  at: Date;
  status: MonitorStatus;
  previous_status: MonitorStatus;
};

/** The status changes of some targets, also of deleted ones, since a time, and the last one before it of each, oldest first. */
export const listChangesSince = (
  db: Db,
  orgId: OrgId,
  { ids, since }: { ids: readonly string[]; since: Date },
) =>
  db.rows<ChangeRow>(sql`
    select t.id as target_id, c.at, c.status, c.previous_status
    from stored_target t
    cross join lateral (
      select at, status, previous_status from status_change where target_id = t.id and at > ${since}
      union all
      (select at, status, previous_status from status_change
        where target_id = t.id and at <= ${since} order by at desc limit 1)
    ) c
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])
    order by c.at`);

/**
 * The newest slot since a time that is accounted for, by a result or as missed or skipped, of some targets at any
 * location. A target without one is left out.
 */
export const listNewestSlots = (
  db: Db,
  orgId: OrgId,
  { ids, since }: { ids: readonly string[]; since: Date },
) =>
  db.rows<{ target_id: TargetId; slot: Date }>(sql`
    select t.id as target_id, max(greatest(r.slot, g.slot)) as slot
    from target t
    join series s on s.target_id = t.id and s.step is null and s.active
    left join lateral (
      select slot from check_result where series_key = s.series_key and slot > ${since} order by slot desc limit 1
    ) r on true
    left join lateral (
      select max(to_slot) as slot from slot_gap where series_key = s.series_key and from_slot > ${since}
    ) g on true
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[]) and greatest(r.slot, g.slot) is not null
    group by t.id`);

export type TimingRow = { target_id: TargetId; at: Date; measured: number; response_us_sum: number };

/** The response times of some targets by hour. */
export const listTimings = (db: Db, orgId: OrgId, { ids, since }: { ids: readonly string[]; since: Date }) =>
  db.rows<TimingRow>(sql`
    select t.id as target_id, r.at, sum(r.measured)::float8 as measured,
      sum(r.response_us_sum)::float8 as response_us_sum
    from target t
    join series s on s.target_id = t.id and s.step is null
    join result_rollup_hour r on r.series_key = s.series_key
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[]) and r.at >= ${since} and r.measured > 0
    group by t.id, r.at`);

/** Time zone of the organization, for pages without one. */
export const findOrganizationTimezone = async (db: Db, orgId: OrgId): Promise<string> => {
  const row = await db.find<{ timezone: string }>(
    sql`select settings ->> 'timezone' as timezone from organization where id = ${orgId}`,
  );
  return row?.timezone ?? "UTC";
};
