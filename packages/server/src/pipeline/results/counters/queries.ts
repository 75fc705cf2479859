import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { STATUS_CODE } from "../recording/queries.ts";
import type { TimeRange } from "../rollups/queries.ts";

/* Counters cover all organizations at once and return nothing to users. */

/**
 * Results before `countedToMs` are counted, and those before `countingToMs` for the series up to `seriesKey`.
 */
export type CounterProgress = { countedToMs: number; countingToMs: number; seriesKey: number };

export const findCounterProgress = (db: Db) =>
  db.find<CounterProgress>(sql`
    select (extract(epoch from counted_to) * 1000)::float8 as "countedToMs",
      (extract(epoch from counting_to) * 1000)::float8 as "countingToMs", series_key as "seriesKey"
    from counter_progress`);

export const saveCounterProgress = (db: Db, { countedToMs, countingToMs, seriesKey }: CounterProgress) =>
  db.run(sql`
    insert into counter_progress (counted_to, counting_to, series_key)
    values (${new Date(countedToMs)}, ${new Date(countingToMs)}, ${seriesKey})
    on conflict (single) do update
      set counted_to = excluded.counted_to, counting_to = excluded.counting_to, series_key = excluded.series_key`);

/** Series of targets, also of those in the trash, in key order. */
export const listSeriesToCount = (db: Db, { after, limit }: { after: number; limit: number }) =>
  db.rows<{ series_key: number; interval_ms: number }>(sql`
    select s.series_key, coalesce(t.interval_ms, 3600000) as interval_ms
    from series s join stored_target t on t.id = s.target_id
    where s.series_key > ${after} and s.step is null
    order by s.series_key
    limit ${limit}`);

/** The columns of `series_counter` that count results, and their values for rows with `status` and `response_us`. */
const COUNTED_COLUMNS: Sql = sql`up, degraded, down, error, within_100ms, within_250ms, within_500ms, within_1s,
  within_2500ms, within_5s, within_10s, above_10s, response_us_sum`;
export const COUNTED_VALUES: Sql = sql`
  count(*) filter (where status = 'u') as up, count(*) filter (where status = 'g') as degraded,
  count(*) filter (where status = 'd') as down, count(*) filter (where status = 'e') as error,
  count(*) filter (where response_us <= 100000) as within_100ms,
  count(*) filter (where response_us > 100000 and response_us <= 250000) as within_250ms,
  count(*) filter (where response_us > 250000 and response_us <= 500000) as within_500ms,
  count(*) filter (where response_us > 500000 and response_us <= 1000000) as within_1s,
  count(*) filter (where response_us > 1000000 and response_us <= 2500000) as within_2500ms,
  count(*) filter (where response_us > 2500000 and response_us <= 5000000) as within_5s,
  count(*) filter (where response_us > 5000000 and response_us <= 10000000) as within_10s,
  count(*) filter (where response_us > 10000000) as above_10s,
  coalesce(sum(response_us), 0) as response_us_sum`;

const ADDED: Sql = sql`up = c.up + excluded.up, degraded = c.degraded + excluded.degraded, down = c.down + excluded.down,
  error = c.error + excluded.error, within_100ms = c.within_100ms + excluded.within_100ms,
  within_250ms = c.within_250ms + excluded.within_250ms, within_500ms = c.within_500ms + excluded.within_500ms,
  within_1s = c.within_1s + excluded.within_1s, within_2500ms = c.within_2500ms + excluded.within_2500ms,
  within_5s = c.within_5s + excluded.within_5s, within_10s = c.within_10s + excluded.within_10s,
  above_10s = c.above_10s + excluded.above_10s, response_us_sum = c.response_us_sum + excluded.response_us_sum`;

/** Adds the results of these series within the range. A series may be deleted meanwhile. */
export const countResultsOf = (db: Db, seriesKeys: readonly number[], { fromMs, toMs }: TimeRange) =>
  db.run(sql`
    insert into series_counter as c (series_key, ${COUNTED_COLUMNS})
    select s.series_key, r.*
    from series s
    cross join lateral (
      select ${COUNTED_VALUES} from check_result
      where series_key = s.series_key and slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)}
      having count(*) > 0
    ) r
    where s.series_key = any (${seriesKeys}::integer[])
    order by s.series_key
    for key share of s
    on conflict (series_key) do update set ${ADDED}`);

export type LateCount = { seriesKey: number; status: CheckStatus; responseUs: number | null };

/** Adds single results, in key order, so that two recorders cannot deadlock. Those of steps are left out. */
export const addLateResults = (db: Db, late: readonly LateCount[]) =>
  db.run(sql`
    insert into series_counter as c (series_key, ${COUNTED_COLUMNS})
    select s.series_key, r.*
    from series s
    cross join lateral (
      select ${COUNTED_VALUES}
      from unnest(${late.map(({ seriesKey }) => seriesKey)}::integer[],
        ${`{${late.map(({ status }) => STATUS_CODE[status]).join(",")}}`}::"char"[],
        ${late.map(({ responseUs }) => responseUs)}::integer[]) as g (key, status, response_us)
      where key = s.series_key
    ) r
    where s.series_key = any (${late.map(({ seriesKey }) => seriesKey)}::integer[]) and s.step is null
    order by s.series_key
    for key share of s
    on conflict (series_key) do update set ${ADDED}`);
