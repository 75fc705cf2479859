import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { CalendarDay } from "./calendar-days.ts";
import type { SpanSum } from "./daily-uptime.ts";

/** Number of the targets `t` that fulfill the condition. */
export const countSelectedTargets = async (db: Db, orgId: string, condition: Sql): Promise<number> => {
  const row = await db.find<{ targets: number }>(
    sql`select count(*)::integer as targets from target t where t.org_id = ${orgId} and ${condition}`,
  );
  return row?.targets ?? 0;
};

/**
 * The spans of status of the targets `t` that fulfill the condition, added up: at most one row for each status,
 * first day and last day, for any number of targets. Spans are those of `statusSpans`: the first change
 * defines the status before it. One small sort a target: 400,000 changes of 10,000 targets took 2 s on a busy machine, and
 * 5.5 s with one sort of all changes.
 */
export const listSpanSums = (
  db: Db,
  orgId: string,
  { condition, days, now }: { condition: Sql; days: readonly CalendarDay[]; now: Date },
) => {
  const startsMs = [...days.map(({ fromMs }) => fromMs), ...days.slice(-1).map(({ toMs }) => toMs)];
  const starts = sql`${textArray(startsMs.map((ms) => new Date(ms).toISOString()))}::timestamptz[]`;
  const since = new Date(startsMs[0] ?? 0);
  return db.rows<SpanSum>(sql`
    with span as (
      select s.*
      from target t
      cross join lateral (
        select x.status, greatest(x.at, ${since}) as from_at,
          coalesce(lead(x.at) over (order by x.at, x.nr), ${now}) as to_at
        from (
          select at, status, 1 as nr from status_change where target_id = t.id and at > ${since}
          union all
          (select at, status, 1 from status_change
            where target_id = t.id and at <= ${since} order by at desc limit 1)
          union all
          select t.created_at, coalesce(
            (select previous_status from status_change where target_id = t.id order by at limit 1), t.status), 0
        ) x
        offset 0
      ) s
      where t.org_id = ${orgId} and ${condition}
    ), placed as (
      select status, from_at, to_at, width_bucket(from_at, starts) as first,
        width_bucket(to_at - interval '1 microsecond', starts) as last, starts
      from span cross join (select ${starts} as starts) day
      where to_at > from_at
    )
    select status, first - 1 as "firstDay", last - 1 as "lastDay", count(*)::integer as spans,
      ${milliseconds(sql`sum(least(to_at, starts[first + 1]) - from_at)`)} as "firstMs",
      coalesce(${milliseconds(sql`sum(to_at - starts[last]) filter (where last > first)`)}, 0) as "lastMs",
      ${milliseconds(sql`min(from_at)`)} as "earliestMs"
    from placed
    group by status, first, last`);
};

const milliseconds = (time: Sql): Sql => sql`(extract(epoch from ${time}) * 1000)::float8`;
