import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { storedResults } from "../../../results/closed/stored-results.ts";

export type SilentPeriodRow = {
  target_id: string;
  interval_ms: number;
  /** The last result before the period, or the instant from which results were expected. */
  from_ms: number;
  /** The first result after it; null if there is none yet. */
  to_ms: number | null;
  is_result: boolean;
  locations: string[];
};

export type SilenceSearch = {
  targetIds: readonly string[];
  since: Date;
  now: Date;
  minutes: number;
  /** Whether results without a verdict end a period, and a period must contain a missed or skipped slot. */
  type: "missed" | "no_data";
};

/**
 * The periods in which the next result of a target was due for so many minutes. Every slot of an enabled target is a
 * result or part of a gap, so results are read only around gaps, in hours with results without a verdict, and in the
 * last hours, which have no rollup yet. Results are expected again from the end of a maintenance on.
 */
export const listSilentPeriods = (
  db: Db,
  orgId: OrgId,
  { targetIds, since, now, minutes, type }: SilenceSearch,
) =>
  db.rows<SilentPeriodRow>(sql`
    select t.id as target_id, t.interval_ms, extract(epoch from p.from_at)::float8 * 1000 as from_ms,
      extract(epoch from p.to_at)::float8 * 1000 as to_ms, p.is_result,
      array(select location from series where target_id = t.id and step is null and active order by location) as locations
    from target t
    cross join lateral (select t.interval_ms * interval '1 millisecond' as length) i
    cross join lateral (
      select unnest(range_agg(tstzrange(c.from_at - 2 * i.length, c.to_at + 2 * i.length, '[]'))) as searched
      from (
        select g.from_slot as from_at, g.to_slot as to_at
        from series s join slot_gap g on g.series_key = s.series_key and g.to_slot >= ${since}
        where s.target_id = t.id and s.step is null and s.active
        union all
        select h.at, h.at + interval '1 hour'
        from series s join result_rollup_hour h on h.series_key = s.series_key and h.at >= ${since} and h.errors > 0
        where s.target_id = t.id and s.step is null and s.active and ${type} = 'no_data'
        union all
        select ${now}::timestamptz - interval '4 hours', ${now}::timestamptz
      ) c
    ) r
    cross join lateral (
      select d.at as from_at, lead(d.at) over (order by d.at) as to_at, d.is_result
      from (
        select slot as at, true as is_result
        from series s
        join lateral ${storedResults({
          columns: sql`series_key, slot, status`,
          ...{ seriesKey: sql`s.series_key`, from: sql`lower(r.searched)`, to: sql`upper(r.searched)` },
        })} result on result.series_key = s.series_key and slot >= lower(r.searched)
          and slot <= upper(r.searched) and slot <= ${now} and (${type} = 'missed' or result.status <> 'e')
        where s.target_id = t.id and s.step is null and s.active
        union all
        select edge.at, false
        from series s
        join slot_gap g on g.series_key = s.series_key and g.reason = 'maintenance' and g.to_slot >= lower(r.searched)
          and g.from_slot <= upper(r.searched)
        cross join lateral (values (g.from_slot), (g.to_slot)) edge (at)
        where s.target_id = t.id and s.step is null and s.active
        union all
        select t.schedule_since, false where r.searched @> t.schedule_since
      ) d
    ) p
    where t.org_id = ${orgId} and t.id = any(${textArray(targetIds)}::uuid[]) and t.enabled
      and t.interval_ms is not null and p.from_at >= t.schedule_since
      and coalesce(p.to_at, ${now}) - p.from_at >= i.length + ${minutes}::float8 * interval '1 minute'
      and (p.to_at is not null or upper(r.searched) >= ${now})
      and (${type} = 'no_data' or exists (
        select from series s join slot_gap g on g.series_key = s.series_key and g.reason <> 'maintenance'
          and g.to_slot > p.from_at and g.from_slot < coalesce(p.to_at, ${now})
        where s.target_id = t.id and s.step is null and s.active
      ))
    order by t.id, p.from_at`);
