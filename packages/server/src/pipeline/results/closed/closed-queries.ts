import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { EncodedDay } from "./encode-day.ts";
import { RESULT_COLUMNS } from "./stored-results.ts";

/* Days are closed for all organizations at once. Unlike other statements, these therefore do not start with an organization id. */

const LOCK = sql`hashtextextended('vedette.closed_days', 0)`;

/** Waits for transactions that store late results, and blocks new ones until this transaction ends. */
export const lockClosedDays = (db: Db) => db.run(sql`select pg_advisory_xact_lock(${LOCK})`);

/** Blocks the closing of days until this transaction ends; recorders do not block each other. */
export const lockClosedDaysShared = (db: Db) => db.run(sql`select pg_advisory_xact_lock_shared(${LOCK})`);

export type TakenDay = {
  series_key: number;
  degraded: number;
  down: number;
  errors: number;
  scheduled: number;
  records: Buffer;
  /** Null if no result has any. */
  details: (string | null)[] | null;
};

/**
 * Takes the results of some series on a day out of the open and the closed ones, and returns them as `encodeDay` needs them.
 */
export const takeDay = (db: Db, seriesKeys: readonly number[], day: Date) =>
  db.rows<TakenDay>(sql`
    with closed as materialized (
      select ${RESULT_COLUMNS} from closed_result where series_key = any (${intArray(seriesKeys)}::integer[]) and day = ${day}
    ), open as (
      delete from check_result
      where series_key = any (${intArray(seriesKeys)}::integer[]) and slot >= ${day} and slot < ${nextDay(day)}
      returning ${RESULT_COLUMNS}
    )
    select series_key,
      (count(*) filter (where status = 'g'))::integer as degraded, (count(*) filter (where status = 'd'))::integer as down,
      (count(*) filter (where status = 'e'))::integer as errors,
      (count(*) filter (where trigger = 's'))::integer as scheduled,
      string_agg(${record(day)}, ''::bytea order by slot) as records,
      case when count(details) > 0 then array_agg(details::text order by slot) end as details
    from (
      -- A process of a version that closes no days may have stored a slot again.
      select distinct on (series_key, slot) ${RESULT_COLUMNS}
      from (select 1 as nr, * from closed union all select 2, * from open) stored
      order by series_key, slot, nr
    ) r
    group by series_key`);

const nextDay = (day: Date): Date => new Date(day.getTime() + 86_400_000);

/** The bytes of a result in the order of its fields in the view. */
function record(day: Date): Sql {
  const isPresent = (column: Sql, bit: number) =>
    sql`case when ${column} is null then 0 else ${bit}::integer end`;
  return sql`substr(int8send((extract(epoch from slot - ${day}) * 1000000)::bigint), 4)
    || substr(int2send((${isPresent(sql`response_us`, 1)} | ${isPresent(sql`dns_us`, 2)}
      | ${isPresent(sql`connect_us`, 4)} | ${isPresent(sql`tls_us`, 8)} | ${isPresent(sql`ttfb_us`, 16)}
      | ${isPresent(sql`body_bytes`, 32)} | ${isPresent(sql`status_code`, 64)})::smallint), 2)
    || int4send(coalesce(response_us, 0)) || int4send(coalesce(dns_us, 0)) || int4send(coalesce(connect_us, 0))
    || int4send(coalesce(tls_us, 0)) || int4send(coalesce(ttfb_us, 0)) || int4send(coalesce(body_bytes, 0))
    || int4send(connection_key) || int2send(late_ms) || int2send(coalesce(status_code, 0::smallint)) || int2send(attempts)
    || charsend(status) || charsend(trigger)`;
}

export type ClosedDay = Omit<TakenDay, "records" | "details"> & EncodedDay;

/** Stores days, in place of what was stored of them. */
export const saveClosedDays = (db: Db, day: Date, days: readonly ClosedDay[]) => {
  const ints = (pick: (each: ClosedDay) => number) => intArray(days.map(pick));
  const bytes = (pick: (each: ClosedDay) => Buffer) =>
    textArray(days.map((each) => `\\x${pick(each).toString("hex")}`));
  return db.run(sql`
    insert into closed_day (series_key, day, results, degraded, down, errors, scheduled, step_us, planes, dense, sparse, templates)
    select series_key, ${day}, results, degraded, down, errors, scheduled, step_us, planes, dense, sparse,
      array(select jsonb_array_elements_text(templates))
    from unnest(${ints((each) => each.series_key)}::integer[], ${ints((each) => each.results)}::integer[],
      ${ints((each) => each.degraded)}::integer[], ${ints((each) => each.down)}::integer[],
      ${ints((each) => each.errors)}::integer[], ${ints((each) => each.scheduled)}::integer[],
      ${ints((each) => each.stepUs)}::bigint[], ${bytes((each) => each.planes)}::bytea[],
      ${bytes((each) => each.dense)}::bytea[], ${bytes((each) => each.sparse)}::bytea[],
      ${textArray(days.map(({ templates }) => JSON.stringify(templates)))}::jsonb[]
    ) as g (series_key, results, degraded, down, errors, scheduled, step_us, planes, dense, sparse, templates)
    on conflict (series_key, day) do update set results = excluded.results, degraded = excluded.degraded,
      down = excluded.down, errors = excluded.errors, scheduled = excluded.scheduled, step_us = excluded.step_us,
      planes = excluded.planes, dense = excluded.dense, sparse = excluded.sparse, templates = excluded.templates`);
};

/**
 * The next series after `after` with open results on a day, in key order, with their intervals: one index probe each.
 */
export const listSeriesToClose = (
  db: Db,
  { day, after, limit }: { day: Date; after: number; limit: number },
) =>
  db.rows<{ series_key: number; interval_ms: number }>(sql`
    select s.series_key, coalesce(t.interval_ms, 3600000) as interval_ms
    from series s
    join stored_target t on t.id = s.target_id
    cross join lateral (
      select from check_result
      where series_key = s.series_key and slot >= ${day} and slot < ${nextDay(day)}
      limit 1
    ) r
    where s.series_key > ${after}
    order by s.series_key
    limit ${limit}`);

/** Locks series, so that none is deleted before the transaction ends, and returns those that exist. */
export const lockSeries = async (db: Db, seriesKeys: readonly number[]): Promise<number[]> => {
  const rows = await db.rows<{ series_key: number }>(sql`
    select series_key from series where series_key = any (${intArray(seriesKeys)}::integer[])
    order by series_key for key share`);
  return rows.map(({ series_key }) => series_key);
};

/** Deletes results of a day whose series was deleted; nothing refers to them. */
export const deleteOrphans = (db: Db, day: Date) =>
  db.run(sql`
    delete from check_result r
    where slot >= ${day} and slot < ${nextDay(day)}
      and not exists (select from series s where s.series_key = r.series_key)`);

/** The newest day with closed results; null if there is none. Reads one entry of an index. */
export const findNewestClosedDay = async (db: Db): Promise<Date | null> => {
  const row = await db.find<{ day: Date | null }>(sql`select max(day) as day from closed_day`);
  return row?.day ?? null;
};

/** Whether a day has open results. */
export const hasOpenResults = async (db: Db, day: Date): Promise<boolean> => {
  const row = await db.find<{ found: boolean }>(sql`
    select exists (select from check_result where slot >= ${day} and slot < ${nextDay(day)}) as found`);
  return row?.found ?? false;
};
