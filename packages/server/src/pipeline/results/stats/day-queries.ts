import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Statements for a whole page of targets at once. */

export type StatusChangeOf = {
  target_id: string;
  at: Date;
  status: MonitorStatus;
  previous_status: MonitorStatus;
};

/** The status changes of each target since `since`, and the one before it, oldest first. */
export const listStatusChangesOf = (db: Db, orgId: string, targetIds: readonly string[], since: Date) =>
  db.rows<StatusChangeOf>(sql`
    select c.target_id, c.at, c.status, c.previous_status
    from target t
    cross join lateral (
      select target_id, at, status, previous_status from status_change
      where target_id = t.id and at > ${since}
      union all
      (select target_id, at, status, previous_status from status_change
        where target_id = t.id and at <= ${since}
        order by at desc
        limit 1)
    ) c
    where t.org_id = ${orgId} and t.id = any (${targetIds}::uuid[])
    order by c.target_id, c.at`);

export type DayTimes = {
  target_id: string;
  /** Of rolled-up hours, each prefixed with its length as a big-endian int4. */
  sketches: Buffer | null;
  response_us_min: number | null;
  response_us_max: number | null;
  /** Of results that are not rolled up yet, as big-endian int4. */
  response_us: Buffer | null;
};

/**
 * The response times of each series of these targets since `since`, a whole hour. One row per series with its
 * sketches concatenated: 200 monitors would otherwise be 4,800 rows. It takes 10 ms with them. One snapshot
 * and `offset 0` for the reasons in cell-queries.ts.
 */
export const listDayTimes = (db: Db, orgId: string, targetIds: readonly string[], since: Date) =>
  db.rows<DayTimes>(sql`
    with read as (
      select s.target_id, s.series_key,
        coalesce((
          select case when s.series_key <= p.series_key then p.hour + interval '1 hour' else p.hour end
          from rollup_progress p
        ), '-infinity') as folded_to
      from series s
      join target t on t.id = s.target_id
      where t.org_id = ${orgId} and t.id = any (${targetIds}::uuid[]) and s.step is null
    )
    select s.target_id, h.*, r.*
    from read s
    cross join lateral (
      select string_agg(int4send(octet_length(sketch)) || sketch, ''::bytea) as sketches,
        min(response_us_min) as response_us_min, max(response_us_max) as response_us_max
      from result_rollup_hour
      where series_key = s.series_key and at >= ${since} and at < s.folded_to
      offset 0
    ) h
    cross join lateral (
      select string_agg(int4send(response_us), ''::bytea) as response_us
      from check_result
      where series_key = s.series_key and slot >= ${since} and slot >= s.folded_to
      offset 0
    ) r`);
