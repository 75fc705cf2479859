import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import type { SpanOfTarget } from "../results/history/daily-queries.ts";

/** Counts the checks of many targets in intervals that follow one another: from rollups of hours, and from results. */

export type CheckSums = {
  /** Position of the interval. */
  interval: number;
  total: number;
  failed: number;
  errors: number;
  measured: number;
  /** Sketches of rollups, each with its length as big-endian int4 before it; null if not requested. */
  sketches: Buffer | null;
  /** Times of results as big-endian int4; null if not requested. */
  response_us: Buffer | null;
};

export type CheckRequest = {
  /** Selects the targets `t`. */
  condition: Sql;
  /** The starts of the intervals, and the end of the last one. */
  edgesMs: readonly number[];
  /** Starts of hours that are counted from results, because an edge is within them. */
  splitHoursMs: readonly number[];
  /** Times whose checks are left out. */
  excluded: readonly SpanOfTarget[];
  /** Everything before it was rolled up a moment ago; it lets the planner leave out the partitions before it. */
  rolledUpToMs: number;
  withTimes: boolean;
};

/** One snapshot: a concurrent rollup moves results into rollups, and each is counted in one of the two. */
export const listCheckSums = (db: Db, orgId: OrgId, request: CheckRequest) => {
  const edges = instants(request.edgesMs);
  const from = new Date(request.edgesMs[0] ?? 0);
  const to = new Date(request.edgesMs.at(-1) ?? 0);
  const results = (condition: Sql) => sql`
    select width_bucket(r.slot, ${edges}) - 1, count(*)::float8, (count(*) filter (where r.status = 'd'))::float8,
      (count(*) filter (where r.status = 'e'))::float8, count(r.response_us)::float8, null::bytea,
      ${request.withTimes ? sql`string_agg(int4send(r.response_us), ''::bytea)` : sql`null::bytea`}
    from ${condition}
    group by 1`;
  const rollups = (table: Sql) => sql`
    select width_bucket(c.at, ${edges}) - 1 as interval, sum(c.total)::float8 as total, sum(c.failed)::float8 as failed,
      sum(c.errors)::float8 as errors, sum(c.measured)::float8 as measured,
      ${request.withTimes ? sql`string_agg(int4send(octet_length(c.sketch)) || c.sketch, ''::bytea)` : sql`null::bytea`} as sketches,
      null::bytea as response_us
    from ${table}
    group by 1`;
  const isCounted = (at: Sql) =>
    request.excluded.length === 0 ? sql`` : sql` and (s.excluded is null or not s.excluded @> ${at})`;
  return db.rows<CheckSums>(sql`
    with read as materialized (${selectedSeries(orgId, request)})
    ${rollups(sql`read s cross join lateral (
      select at, total, failed, errors, measured, sketch from result_rollup_hour
      where series_key = s.series_key and at >= ${from} and at < ${to} and at < s.folded_to
        and at <> all (${instants(request.splitHoursMs)})${isCounted(sql`at`)}
      offset 0
    ) c`)}
    union all
    ${rollups(sql`read s cross join lateral (${importedDays(from, to)}) c`)}
    union all
    ${results(sql`read s cross join lateral (
      select slot, status, response_us from check_result
      where series_key = s.series_key and slot >= ${new Date(Math.max(from.getTime(), request.rolledUpToMs))}
        and slot >= s.folded_to and slot < ${to}${isCounted(sql`slot`)}
      offset 0
    ) r`)}
    union all
    ${results(sql`read s cross join unnest(${instants(request.splitHoursMs)}) hour (at) cross join lateral (
      select slot, status, response_us from check_result
      where series_key = s.series_key and slot >= ${new Date(Math.min(...request.splitHoursMs, to.getTime()))}
        and slot >= greatest(hour.at, ${from}) and slot < least(hour.at + interval '1 hour', ${to}, s.folded_to)${isCounted(sql`slot`)}
      offset 0
    ) r`)}`);
};

/** The series of the targets, each with the instant before which it is rolled up and with its excluded times. */
function selectedSeries(orgId: OrgId, { condition, excluded }: CheckRequest): Sql {
  const times =
    excluded.length === 0
      ? sql``
      : sql`left join (
          select id, range_agg(tstzrange(from_at, to_at)) as excluded
          from unnest(
            ${textArray(excluded.map((span) => span.target_id))}::uuid[],
            ${instants(excluded.map((span) => span.from_at.getTime()))},
            ${instants(excluded.map((span) => span.to_at.getTime()))}
          ) as span (id, from_at, to_at)
          group by id
        ) x on x.id = t.id`;
  return sql`
    select s.series_key, ${excluded.length === 0 ? sql`` : sql`x.excluded,`}
      coalesce((
        select case when s.series_key <= p.series_key then p.hour + interval '1 hour' else p.hour end
        from rollup_progress p
      ), '-infinity') as folded_to
    from target t
    join series s on s.target_id = t.id and s.step is null
    ${times}
    where t.org_id = ${orgId} and ${condition}`;
}

/** Days from another tool that has no hours of them. Reads only the partial index of imported days. */
const importedDays = (from: Date, to: Date): Sql => sql`
  select d.at, d.total, d.failed, d.errors, d.measured, d.sketch from result_rollup_day d
  where d.series_key = s.series_key and d.imported and d.at >= ${from} and d.at < ${to}
    and not exists (
      select from result_rollup_hour h
      where h.series_key = d.series_key and h.at >= d.at and h.at < d.at + interval '24 hours'
    )
  offset 0`;

const instants = (ms: readonly number[]): Sql =>
  sql`${textArray(ms.map((each) => new Date(each).toISOString()))}::timestamptz[]`;
