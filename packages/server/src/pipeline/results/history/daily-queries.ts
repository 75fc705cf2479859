import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { missedLocations, missedUntil } from "../observed/missed-queries.ts";
import type { CalendarDay } from "./calendar-days.ts";
import type { SpanSum } from "./daily-uptime.ts";

/** Number of the targets `t` that fulfill the condition. */
export const countSelectedTargets = async (db: Db, orgId: string, condition: Sql): Promise<number> => {
  const row = await db.find<{ targets: number }>(
    sql`select count(*)::integer as targets from target t where t.org_id = ${orgId} and ${condition}`,
  );
  return row?.targets ?? 0;
};

type DailyRequest = { condition: Sql; days: readonly CalendarDay[]; now: Date };

/**
 * The spans of status of the targets `t` that fulfill the condition, added up: at most one row for each status,
 * first day and last day, for any number of targets. Spans are those of `statusSpans`: the first change
 * defines the status before it. One small sort a target: 400,000 changes of 10,000 targets took 2 s on a busy machine, and
 * 5.5 s with one sort of all changes.
 */
export const listSpanSums = (db: Db, orgId: string, { condition, days, now }: DailyRequest) =>
  db.rows<SpanSum>(sql`
    with span as (select false as is_missed, s.* from (${spansOf(orgId, { condition, days, now })}) s),
    ${sumsOf(sql`span`, days)}`);

/** `sums` of the spans, and of the parts of the same spans in which all locations of the target missed its checks. */
type SpanSums<Row> = { sums: Row[]; missed: Row[] };

/** The same, and what was missed, from one scan of the spans. */
export const listSpanAndMissedSums = (db: Db, orgId: string, request: DailyRequest) =>
  readSpanSums<SpanSum>(db, spanAndMissedSums(orgId, request));

/** The same for each target. */
export const listSpanAndMissedSumsOfTargets = (db: Db, orgId: string, request: DailyRequest) =>
  readSpanSums<SpanSum & { target_id: string }>(db, spanAndMissedSums(orgId, request, sql`target_id, `));

async function readSpanSums<Row>(db: Db, statement: Sql): Promise<SpanSums<Row>> {
  const rows = await db.rows<Row & { is_missed: boolean }>(statement);
  const isMissed = Map.groupBy(rows, ({ is_missed }) => is_missed);
  return { sums: isMissed.get(false) ?? [], missed: isMissed.get(true) ?? [] };
}

/**
 * Adds up by the columns `by` as well. The spans of a target with one status are one value, so that its missed times are
 * compared once and not with each span.
 */
const spanAndMissedSums = (orgId: string, request: DailyRequest, by: Sql = sql``): Sql => sql`
  with whole as materialized (${spansOf(orgId, request)}),
  missed as (${missedOf(orgId, request)}),
  during as (
    select target_id, status, range_agg(tstzrange(from_at, to_at)) as times from whole
    where to_at > from_at and target_id in (select id from missed)
    group by target_id, status
  ), span as (
    select false as is_missed, target_id, status, from_at, to_at from whole
    union all
    select true, during.target_id, during.status, lower(part), upper(part)
    from missed
    join during on during.target_id = missed.id
    cross join lateral unnest(missed.missed * during.times) part
  ),
  ${sumsOf(sql`span`, request.days, by)}`;

/**
 * When all locations of a target missed its checks: id, missed. Only the join selects the targets: beside it, a condition on
 * `missed` was compared row by row, and 5,000 of them took seconds.
 */
const missedOf = (orgId: string, { condition, days, now }: DailyRequest): Sql => sql`
  select by_series.id, range_intersect_agg(by_series.missed) as missed
  from (
    select t.id, ${missedLocations} as locations,
      range_agg(tstzrange(g.from_slot, least(${missedUntil}, ${now}))) as missed
    from target t
    join series s on s.target_id = t.id and s.step is null
    join slot_gap g on g.series_key = s.series_key
    where t.org_id = ${orgId} and ${condition} and g.kind = 'missed'
      and g.from_slot < ${now} and ${missedUntil} > ${startOf(days)}
    group by t.id, s.series_key, t.locations
  ) by_series
  group by by_series.id, by_series.locations
  having count(*) >= by_series.locations`;

/** Why the targets `t` that fulfill the condition missed checks, by position of the day, the most frequent reason first. */
export const listMissedReasons = (db: Db, orgId: string, { condition, days, now }: DailyRequest) =>
  db.rows<{ day: number; reason: string }>(sql`
    select day.nr - 1 as day, g.reason
    from target t
    join series s on s.target_id = t.id and s.step is null
    join slot_gap g on g.series_key = s.series_key
    cross join (select ${starts(days)} as starts) x
    join generate_series(1, ${days.length}::integer) day (nr)
      on g.from_slot < x.starts[day.nr + 1] and ${missedUntil} > x.starts[day.nr]
    where t.org_id = ${orgId} and ${condition} and g.kind = 'missed'
      and g.from_slot < ${now} and ${missedUntil} > ${startOf(days)}
    group by day.nr, g.reason
    order by day.nr, sum(g.slots) desc, g.reason`);

export type SpanOfTarget = { target_id: string; from_at: Date; to_at: Date };

/** When each of the targets `t` that fulfill the condition was in maintenance. At most `limit` rows. */
export const listMaintenanceSpans = (
  db: Db,
  orgId: string,
  { limit, ...request }: DailyRequest & { limit: number },
) =>
  db.rows<SpanOfTarget>(sql`
    select span.target_id, span.from_at, span.to_at
    from (${spansOf(orgId, request)}) span
    where span.status = 'maintenance' and span.to_at > span.from_at
    order by span.from_at desc
    limit ${limit}`);

/** The spans of status of each target: target_id, status, from_at, to_at. */
export const spansOf = (orgId: string, { condition, days, now }: DailyRequest): Sql => sql`
  select t.id as target_id, s.*
  from target t
  cross join lateral (
    select x.status, greatest(x.at, ${startOf(days)}) as from_at,
      coalesce(lead(x.at) over (order by x.at, x.nr), ${now}) as to_at
    from (
      select at, status, 1 as nr from status_change where target_id = t.id and at > ${startOf(days)} and at <= ${now}
      union all
      (select at, status, 1 from status_change
        where target_id = t.id and at <= ${startOf(days)} order by at desc limit 1)
      union all
      select t.created_at, coalesce(
        (select previous_status from status_change where target_id = t.id order by at limit 1), t.status), 0
    ) x
    offset 0
  ) s
  where t.org_id = ${orgId} and ${condition}`;

/** Adds up the spans of a relation by `is_missed`, status, first day and last day, and by the columns `by`. */
const sumsOf = (span: Sql, days: readonly CalendarDay[], by: Sql = sql``): Sql => sql`
  placed as (
    select ${by}is_missed, status, from_at, to_at, width_bucket(from_at, starts) as first,
      width_bucket(to_at - interval '1 microsecond', starts) as last, starts
    from ${span} cross join (select ${starts(days)} as starts) day
    where to_at > from_at
  )
  select ${by}is_missed, status, first - 1 as "firstDay", last - 1 as "lastDay", count(*)::integer as spans,
    ${milliseconds(sql`sum(least(to_at, starts[first + 1]) - from_at)`)} as "firstMs",
    coalesce(${milliseconds(sql`sum(to_at - starts[last]) filter (where last > first)`)}, 0) as "lastMs",
    ${milliseconds(sql`min(from_at)`)} as "earliestMs"
  from placed
  group by ${by}is_missed, status, first, last`;

const startOf = (days: readonly CalendarDay[]): Date => new Date(days[0]?.fromMs ?? 0);

/** The starts of the days, and the end of the last one. */
function starts(days: readonly CalendarDay[]): Sql {
  const startsMs = [...days.map(({ fromMs }) => fromMs), ...days.slice(-1).map(({ toMs }) => toMs)];
  return sql`${textArray(startsMs.map((ms) => new Date(ms).toISOString()))}::timestamptz[]`;
}

const milliseconds = (time: Sql): Sql => sql`(extract(epoch from ${time}) * 1000)::float8`;
