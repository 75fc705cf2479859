import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import type { CalendarDay } from "../results/history/calendar-days.ts";

/* Figures by day; `day` is the position in the list of days. */

/** Scheduled checks of an organization that were missed, by day and reason, the most frequent reason first. */
export const countMissed = (db: Db, orgId: string, days: readonly CalendarDay[]) =>
  db.rows<{ day: number; reason: string; checks: number }>(sql`
    select d.nr - 1 as day, g.reason, sum(d.slots)::integer as checks
    from target t
    join series s on s.target_id = t.id and s.step is null
    join slot_gap g on g.series_key = s.series_key
    cross join lateral (
      select coalesce(extract(epoch from g.to_slot - g.from_slot) / nullif(g.slots - 1, 0), 1) as step_seconds
    ) step
    cross join (select ${starts(days)} as starts) x
    cross join lateral (
      select nr, greatest(0,
          least(g.slots, ceil(round(extract(epoch from x.starts[nr + 1] - g.from_slot) / step.step_seconds, 6)))
          - greatest(0, ceil(round(extract(epoch from x.starts[nr] - g.from_slot) / step.step_seconds, 6)))
        ) as slots
      from generate_series(1, ${days.length}::integer) nr
      where g.from_slot < x.starts[nr + 1] and g.to_slot >= x.starts[nr]
    ) d
    where t.org_id = ${orgId} and g.kind = 'missed' and d.slots > 0
    group by d.nr, g.reason
    order by d.nr, checks desc, g.reason`);

/** The delays of an organization's checks by closed hour. */
export const listDelays = (db: Db, orgId: string, days: readonly CalendarDay[]) =>
  db.rows<{ day: number; checks: number; delay_ms_max: number; sketch: Buffer }>(sql`
    select width_bucket(at, ${starts(days)}) - 1 as day, checks, delay_ms_max, sketch
    from check_delay_hour
    where org_id = ${orgId} and ${within(sql`at`, days)}`);

/** From the cause to the acceptance by the receiver, with retries; test messages do not count. */
export const listDeliveryDelays = (db: Db, orgId: string, days: readonly CalendarDay[]) =>
  db.rows<{ day: number; delivered: number; p50_ms: number; p99_ms: number }>(sql`
    select width_bucket(finished_at, ${starts(days)}) - 1 as day, count(*)::integer as delivered,
      percentile_disc(0.5) within group (order by delay_ms)::float8 as p50_ms,
      percentile_disc(0.99) within group (order by delay_ms)::float8 as p99_ms
    from (
      select finished_at, greatest(0, extract(epoch from finished_at - created_at) * 1000) as delay_ms
      from alert_notification
      where org_id = ${orgId} and status = 'delivered' and kind <> 'test' and ${within(sql`finished_at`, days)}
    ) delivered
    group by 1`);

/** Of all locations of the server. */
export const countSelfChecks = (db: Db, days: readonly CalendarDay[]) =>
  db.rows<{ day: number; passed: number; failed: number; p99_ms: number | null }>(sql`
    select width_bucket(at, ${starts(days)}) - 1 as day,
      (count(*) filter (where passed))::integer as passed, (count(*) filter (where not passed))::integer as failed,
      percentile_disc(0.99) within group (order by duration_ms)::float8 as p99_ms
    from self_check
    where ${within(sql`at`, days)}
    group by 1`);

const within = (at: Sql, days: readonly CalendarDay[]): Sql =>
  sql`${at} >= ${new Date(days[0]?.fromMs ?? 0)} and ${at} < ${new Date(days.at(-1)?.toMs ?? 0)}`;

/** The starts of the days, and the end of the last one. */
function starts(days: readonly CalendarDay[]): Sql {
  const startsMs = [...days.map(({ fromMs }) => fromMs), ...days.slice(-1).map(({ toMs }) => toMs)];
  return sql`${textArray(startsMs.map((ms) => new Date(ms).toISOString()))}::timestamptz[]`;
}
