import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { CountedResults, StoredPhases, StoredRollup } from "./rollup.ts";

/*
 * Rollups cover all organizations at once and return nothing to users. Unlike other statements, these
 * therefore do not start with an organization id.
 */

/**
 * The rollup progress: everything before `hourMs` is rolled up, and within that hour the series up to
 * `seriesKey`.
 */
export type RollupProgress = { hourMs: number; seriesKey: number };

/** Rollups of an hour or of a day (UTC). */
export type RollupTable = "hour" | "day";
const TABLES = { hour: sql`result_rollup_hour`, day: sql`result_rollup_day` };

/** The key of a rollup: the series and the start of its hour or day. */
export type RollupKey = { seriesKey: number; atMs: number };
export type KeyedRollup = RollupKey & { stored: StoredRollup };

const LOCK = sql`hashtextextended('vedette.rollups', 0)`;

/** Waits for all recorder transactions and blocks new ones until this transaction ends. */
export const lockRollups = (db: Db) => db.run(sql`select pg_advisory_xact_lock(${LOCK})`);

/** Blocks the rollup job until this transaction ends; recorders do not block each other. Sent with the next statement. */
export const lockRollupsShared = (db: Db) => db.defer(sql`select pg_advisory_xact_lock_shared(${LOCK})`);

export async function findProgress(db: Db): Promise<RollupProgress | null> {
  const row = await db.find<{ hour_ms: number; series_key: number }>(sql`
    select (extract(epoch from hour) * 1000)::float8 as hour_ms, series_key from rollup_progress`);
  return row && { hourMs: row.hour_ms, seriesKey: row.series_key };
}

export const saveProgress = (db: Db, { hourMs, seriesKey }: RollupProgress) =>
  db.run(sql`
    insert into rollup_progress (hour, series_key) values (${new Date(hourMs)}, ${seriesKey})
    on conflict (single) do update set hour = excluded.hour, series_key = excluded.series_key`);

/** Reads every row of every partition; runs once, when a database is new. */
export async function findOldestSlotMs(db: Db): Promise<number | null> {
  const row = await db.find<{ slot_ms: number | null }>(
    sql`select (extract(epoch from min(slot)) * 1000)::float8 as slot_ms from check_result`,
  );
  return row?.slot_ms ?? null;
}

/**
 * The next series after `after` with something to roll up, in key order: results in the hour, or, if a day is
 * to be closed, hours of that day. One index probe each; the lateral join with a limit prevents the planner
 * from scanning the day.
 */
export const listSeriesToRollUp = (
  db: Db,
  { after, hour, day, limit }: { after: number; hour: TimeRange; day: TimeRange | null; limit: number },
) =>
  db.rows<{ series_key: number; interval_ms: number }>(sql`
    select s.series_key, coalesce(t.interval_ms, 3600000) as interval_ms
    from series s
    join target t on t.id = s.target_id
    left join lateral (
      select true as found from check_result r
      where r.series_key = s.series_key
        and r.slot >= ${new Date(hour.fromMs)} and r.slot < ${new Date(hour.toMs)}
      limit 1
    ) result on true
    left join lateral (
      select true as found from result_rollup_hour h
      where h.series_key = s.series_key
        and h.at >= ${new Date(day?.fromMs ?? 0)} and h.at < ${new Date(day?.toMs ?? 0)}
      limit 1
    ) hour on true
    where s.series_key > ${after} and (result.found or hour.found)
    order by s.series_key
    limit ${limit}`);

/** Only of results that a rollup counts as measured. */
const PHASE_SUMS = sql`sum(dns_us) filter (where response_us is not null) as dns_us_sum,
  sum(connect_us) filter (where response_us is not null) as connect_us_sum,
  sum(tls_us) filter (where response_us is not null) as tls_us_sum,
  sum(ttfb_us) filter (where response_us is not null) as ttfb_us_sum`;

export type TimeRange = { fromMs: number; toMs: number };

/** Response times are one byte string per series: a row per time costs more than its number. */
export const countResults = (db: Db, seriesKeys: readonly number[], { fromMs, toMs }: TimeRange) =>
  db.rows<{ series_key: number } & CountedResults & StoredPhases>(sql`
    select s.series_key, r.*
    from unnest(${seriesKeys}::integer[]) as s (series_key)
    cross join lateral (
      select count(*)::integer as total,
        (count(*) filter (where status = 'd'))::integer as failed,
        (count(*) filter (where status = 'e'))::integer as errors,
        (count(*) filter (where attempts > 1 and status not in ('d', 'e')))::integer as retried,
        string_agg(int4send(response_us), ''::bytea) as response_us, ${PHASE_SUMS}
      from check_result
      where series_key = s.series_key and slot >= ${new Date(fromMs)} and slot < ${new Date(toMs)}
    ) r
    where r.total > 0`);

export const listHourRollups = (db: Db, seriesKeys: readonly number[], { fromMs, toMs }: TimeRange) =>
  db.rows<{ series_key: number } & StoredRollup>(sql`
    select series_key, ${STORED_COLUMNS}
    from result_rollup_hour
    where series_key = any (${seriesKeys}::integer[])
      and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}`);

/** Replaces existing rollups: counts from the results themselves are authoritative. */
export const saveRollups = (db: Db, table: RollupTable, rollups: readonly KeyedRollup[]) =>
  db.run(sql`
    insert into ${TABLES[table]}
      (series_key, at, total, failed, errors, retried, measured, response_us_sum, response_us_min, response_us_max, sketch,
        dns_us_sum, connect_us_sum, tls_us_sum, ttfb_us_sum)
    select * from ${rows(rollups)}
    on conflict (series_key, at) do update set
      total = excluded.total, failed = excluded.failed, errors = excluded.errors, retried = excluded.retried,
      measured = excluded.measured, response_us_sum = excluded.response_us_sum,
      response_us_min = excluded.response_us_min, response_us_max = excluded.response_us_max,
      sketch = excluded.sketch, dns_us_sum = excluded.dns_us_sum, connect_us_sum = excluded.connect_us_sum,
      tls_us_sum = excluded.tls_us_sum, ttfb_us_sum = excluded.ttfb_us_sum`);

/** Inserts missing rollups as empty rows, so that each can be locked. */
export const addEmptyRollups = (db: Db, table: RollupTable, keys: readonly RollupKey[]) =>
  db.run(sql`
    insert into ${TABLES[table]} (series_key, at, total, failed, measured, response_us_sum)
    select series_key, at, 0, 0, 0, 0 from ${keyRows(keys)} order by series_key, at
    on conflict (series_key, at) do nothing`);

/**
 * Locks in key order, so that two recorders cannot deadlock. One index probe each, which a locking subquery
 * guarantees.
 */
export const lockStoredRollups = (db: Db, table: RollupTable, keys: readonly RollupKey[]) =>
  db.rows<{ series_key: number; at_ms: number } & StoredRollup>(sql`
    select k.series_key, (extract(epoch from k.at) * 1000)::float8 as at_ms, r.*
    from (select series_key, at from ${keyRows(keys)} order by series_key, at) k
    cross join lateral (
      select ${STORED_COLUMNS} from ${TABLES[table]} t
      where t.series_key = k.series_key and t.at = k.at
      for update
    ) r`);

const STORED_COLUMNS = sql`total, failed, errors, retried, measured, response_us_sum::float8 as response_us_sum,
  response_us_min, response_us_max, sketch, dns_us_sum, connect_us_sum, tls_us_sum, ttfb_us_sum`;

function keyRows(keys: readonly RollupKey[]) {
  return sql`unnest(
    ${keys.map((key) => key.seriesKey)}::integer[],
    ${keys.map((key) => new Date(key.atMs))}::timestamptz[]
  ) as k (series_key, at)`;
}

function rows(rollups: readonly KeyedRollup[]) {
  const column = <Key extends keyof StoredRollup>(key: Key) => rollups.map(({ stored }) => stored[key]);
  return sql`unnest(
    ${rollups.map((rollup) => rollup.seriesKey)}::integer[],
    ${rollups.map((rollup) => new Date(rollup.atMs))}::timestamptz[],
    ${column("total")}::integer[], ${column("failed")}::integer[], ${column("errors")}::integer[],
    ${column("retried")}::integer[],
    ${column("measured")}::integer[], ${column("response_us_sum")}::bigint[],
    ${column("response_us_min")}::integer[], ${column("response_us_max")}::integer[],
    ${column("sketch")}::bytea[],
    ${column("dns_us_sum")}::bigint[], ${column("connect_us_sum")}::bigint[],
    ${column("tls_us_sum")}::bigint[], ${column("ttfb_us_sum")}::bigint[]
  )`;
}
