import type { OrgId } from "@vedette/contract/common/ids.ts";
import { intArray, textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import type { SpanOfTarget } from "../results/history/daily-queries.ts";
import { DAY_MS } from "../results/rollups/rollup.ts";
import type { DayRollups } from "./day-rollups.ts";

/**
 * Counts the checks of many targets in intervals that follow one another: from rollups of days, from rollups of hours, and
 * from results.
 */

export type CheckSums = {
  /** Position of the interval that they are added to; null for none. */
  interval: number | null;
  /** Position of the interval that they are subtracted from, because its days contain them; null for none. */
  minus: number | null;
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
  /** Days before any of these hours that are read whole. */
  days: DayRollups;
  /** Times whose checks are left out. */
  excluded: readonly SpanOfTarget[];
  /** Everything before it was rolled up a moment ago; it lets the planner leave out the partitions before it. */
  rolledUpToMs: number;
  withTimes: boolean;
};

/** One snapshot: a concurrent rollup moves results into rollups, and each is counted in one of the two. */
export const listCheckSums = (db: Db, orgId: OrgId, request: CheckRequest) => {
  const { edgesMs, excluded, rolledUpToMs, splitHoursMs } = request;
  const [from, to] = [new Date(edgesMs[0] ?? 0), new Date(edgesMs.at(-1) ?? 0)];
  const isCounted = (at: Sql) =>
    excluded.length === 0 ? sql`` : sql` and (s.excluded is null or not s.excluded @> ${at})`;
  return db.rows<CheckSums>(sql`
    with read as materialized (${selectedSeries(orgId, request)})
    ${wholeDays(request)}
    union all
    ${otherHours(request)}
    ${excluded.length === 0 ? sql`` : sql`union all ${excludedHours(request)}`}
    union all
    ${rollups(request, {
      interval: intervalOf(sql`c.at`, request),
      from: sql`read s cross join lateral unnest(
          case when s.has_days then ${instants([from.getTime(), request.days.toMs])} else ${instants([from.getTime()])} end,
          case when s.has_days then ${instants([request.days.fromMs, to.getTime()])} else ${instants([to.getTime()])} end
        ) part (from_at, to_at)
        cross join lateral (
          select at, total, failed, errors, measured, sketch from result_rollup_hour
          where series_key = s.series_key and at >= part.from_at and at < part.to_at and at < s.folded_to
            and at <> all (${instants(splitHoursMs)})${isCounted(sql`at`)}
          offset 0
        ) c`,
    })}
    union all
    ${rollups(request, {
      interval: intervalOf(sql`c.at`, request),
      from: sql`read s cross join lateral (${importedDays(from, to)}) c`,
    })}
    union all
    ${results(
      request,
      sql`read s cross join lateral (
        select slot, status, response_us from check_result
        where series_key = s.series_key and slot >= ${new Date(Math.max(from.getTime(), rolledUpToMs))}
          and slot >= s.folded_to and slot < ${to}${isCounted(sql`slot`)}
        offset 0
      ) r`,
    )}
    union all
    ${results(
      request,
      sql`read s cross join unnest(${instants(splitHoursMs)}) hour (at) cross join lateral (
        select slot, status, response_us from check_result
        where series_key = s.series_key and slot >= ${new Date(Math.min(...splitHoursMs, to.getTime()))}
          and slot >= greatest(hour.at, ${from})
          and slot < least(hour.at + interval '1 hour', ${to}, s.folded_to)${isCounted(sql`slot`)}
        offset 0
      ) r`,
    )}`);
};

/** The days that are read whole, in the interval that has most of each. */
function wholeDays(request: CheckRequest): Sql {
  const { days } = request;
  return rollups(request, {
    interval: intervalOfDay(sql`c.at`, days),
    from: sql`read s cross join lateral (
      select at, total, failed, errors, measured, sketch from result_rollup_day
      where s.has_days and series_key = s.series_key and at >= ${new Date(days.fromMs)} and at < ${new Date(days.toMs)}
      offset 0
    ) c`,
  });
}

/** Hours of these days that belong to another interval. */
function otherHours(request: CheckRequest): Sql {
  const { days, excluded } = request;
  const own = intervalOf(sql`c.at`, request);
  return rollups(request, {
    interval: excluded.length === 0 ? own : sql`case when c.is_excluded is not true then ${own} end`,
    minus: intervalOfDay(sql`c.at`, days),
    from: sql`read s cross join lateral (
      select at, total, failed, errors, measured, sketch
        ${excluded.length === 0 ? sql`` : sql`, s.excluded @> at as is_excluded`}
      from result_rollup_hour
      where s.has_days and series_key = s.series_key and at = any (${instants(days.otherHoursMs)})
      offset 0
    ) c`,
  });
}

/** Hours of these days whose checks are left out, except those of another interval. */
function excludedHours(request: CheckRequest): Sql {
  const { days } = request;
  return rollups(request, {
    interval: sql`null::integer`,
    minus: intervalOfDay(sql`c.at`, days),
    from: sql`read s cross join lateral unnest(s.excluded) span cross join lateral (
      select at, total, failed, errors, measured, sketch from result_rollup_hour
      where s.has_days and series_key = s.series_key
        and at >= greatest(lower(span), ${new Date(days.fromMs)}) and at < least(upper(span), ${new Date(days.toMs)})
        and at <> all (${instants(days.otherHoursMs)})
      offset 0
    ) c`,
  });
}

function rollups(
  { withTimes }: CheckRequest,
  { interval, minus = sql`null::integer`, from }: { interval: Sql; minus?: Sql; from: Sql },
): Sql {
  return sql`
    select ${interval} as interval, ${minus} as minus, sum(c.total)::float8 as total, sum(c.failed)::float8 as failed,
      sum(c.errors)::float8 as errors, sum(c.measured)::float8 as measured,
      ${withTimes ? sql`string_agg(int4send(octet_length(c.sketch)) || c.sketch, ''::bytea)` : sql`null::bytea`} as sketches,
      null::bytea as response_us
    from ${from}
    group by 1, 2`;
}

const results = (request: CheckRequest, from: Sql): Sql => sql`
  select ${intervalOf(sql`r.slot`, request)}, null::integer, count(*)::float8,
    (count(*) filter (where r.status = 'd'))::float8, (count(*) filter (where r.status = 'e'))::float8,
    count(r.response_us)::float8, null::bytea,
    ${request.withTimes ? sql`string_agg(int4send(r.response_us), ''::bytea)` : sql`null::bytea`}
  from ${from}
  group by 1`;

const intervalOf = (at: Sql, { edgesMs }: CheckRequest): Sql =>
  sql`width_bucket(${at}, ${instants(edgesMs)}) - 1`;

const intervalOfDay = (at: Sql, { fromMs, intervals }: DayRollups): Sql =>
  sql`(${intArray(intervals)}::integer[])[
    (extract(epoch from ${at} - ${new Date(fromMs)}::timestamptz)::bigint / ${DAY_MS / 1_000})::integer + 1]`;

/**
 * The series of the targets, each with the instant before which it is rolled up and with its excluded times. Days from
 * another tool may lack hours, so that targets with such a history are read by hours.
 */
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
      not exists (select from imported_history i where i.target_id = t.id) as has_days,
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
