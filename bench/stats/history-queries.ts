import type { StoredDetails } from "../../packages/server/src/pipeline/results/recording/queries.ts";
import { intArray, textArray } from "../../packages/server/src/platform/storage/array-literal.ts";
import type { Db } from "../../packages/server/src/platform/storage/database.ts";
import { identifier, sql } from "../../packages/server/src/platform/storage/sql.ts";

/** Statements that write an artificial history and measure its size. */

export type SeriesToFill = { monitor_id: string; series_key: number };

export const listSeriesToFill = (db: Db, monitorIds: readonly string[]) =>
  db.rows<SeriesToFill>(sql`
    select target_id as monitor_id, series_key from series
    where target_id = any (${textArray(monitorIds)}::uuid[])`);

/** Makes the monitors exist and be up since `since`. Slots up to `until` are treated as recorded. */
export const backdateMonitors = (
  db: Db,
  monitorIds: readonly string[],
  { since, until }: { since: Date; until: Date },
) =>
  db.run(sql`
    update target set created_at = ${since}, updated_at = ${since}, status = 'up', status_since = ${since},
      schedule_since = ${until}
    where id = any (${textArray(monitorIds)}::uuid[])`);

/** Makes the random numbers reproducible. */
export const seedRandom = (db: Db) => db.run(sql`select setseed(0.4)`);

/** One check in 500 is in an outage, which lasts five slots. */
const isOutage = sql`hashint8(series_key::bigint * 1000000 + slot_nr / 5) % 500 = 0`;

export type DayToFill = {
  series: readonly { seriesKey: number; phaseMs: number; connectionKey: number }[];
  fromMs: number;
  toMs: number;
  intervalMs: number;
  isTls: boolean;
  hasAssertion: boolean;
};

const FAILURE: StoredDetails = {
  error: { code: "TIMEOUT", message: "No response within 10 s.", phase: "headers" },
};
const SUCCESS: StoredDetails = {
  assertions: [
    { type: "status_code", property: null, operator: "equals", value: 200, actual: 200, passed: true },
  ],
};

/**
 * Inserts the results of some hours, ordered by slot over all series, because a recorder stores them in this order and
 * the size of the index depends on it. Times are lognormal, with medians of 0.3 ms for DNS, 12 ms to connect, 18 ms for
 * TLS and 45 ms to the first byte; the median lateness is 3 ms.
 */
export const fillResults = (db: Db, day: DayToFill) =>
  db.run(sql`
    insert into check_result (slot, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes,
      connection_key, late_ms, status_code, attempts, status, trigger, details)
    select to_timestamp(slot_ms / 1000.0), series_key,
      case when not is_down then dns_us + connect_us + coalesce(tls_us, 0) + ttfb_us + 400 end,
      dns_us, connect_us, tls_us, case when not is_down then ttfb_us end,
      case when not is_down then 20000 + (random() * 500)::int end, connection_key,
      least(1000, exp(1.1 + 0.6 * random_normal()))::int2, case when not is_down then 200 end,
      case when is_down then 2 else 1 end, case when is_down then 'd' else 'u' end::"char", 's',
      case
        when is_down then ${JSON.stringify(FAILURE)}::jsonb
        when ${day.hasAssertion} then ${JSON.stringify(SUCCESS)}::jsonb
      end
    from (
      select slot_nr * ${day.intervalMs}::bigint + phase_ms as slot_ms, series_key, connection_key,
        ${isOutage} as is_down,
        exp(5.7 + 0.4 * random_normal())::int4 as dns_us,
        exp(9.4 + 0.3 * random_normal())::int4 as connect_us,
        case when ${day.isTls} then exp(9.8 + 0.3 * random_normal())::int4 end as tls_us,
        exp(10.7 + 0.5 * random_normal())::int4 as ttfb_us
      from generate_series(
          ${Math.floor(day.fromMs / day.intervalMs)}::bigint, ${Math.floor(day.toMs / day.intervalMs)}::bigint
        ) as slots (slot_nr)
      cross join unnest(
        ${intArray(day.series.map((each) => each.seriesKey))}::int4[],
        ${intArray(day.series.map((each) => each.phaseMs))}::int4[],
        ${intArray(day.series.map((each) => each.connectionKey))}::int4[]
      ) as series (series_key, phase_ms, connection_key)
      order by 1
    ) made
    where slot_ms >= ${day.fromMs}::bigint and slot_ms < ${day.toMs}::bigint`);

/** Inserts the status changes that result from the stored failures of these monitors. */
export const fillStatusChanges = (db: Db, monitorIds: readonly string[]) =>
  db.run(sql`
    insert into status_change (target_id, at, status, previous_status)
    select monitor_id, slot, case when is_down then 'down' else 'up' end,
      case when was_down is null then 'pending' when was_down then 'down' else 'up' end
    from (
      select s.target_id as monitor_id, r.slot, r.status = 'd' as is_down,
        lag(r.status = 'd') over (partition by r.series_key order by r.slot) as was_down
      from series s join check_result r on r.series_key = s.series_key
      where s.target_id = any (${textArray(monitorIds)}::uuid[])
    ) seen
    where is_down is distinct from was_down`);

export type TableSize = {
  name: string;
  /** The day of a partition; null for other tables. */
  day: string | null;
  heap_bytes: number;
  index_bytes: number;
};

/** The partitions of results and the tables of rollups, with their sizes on disk. */
export const listTableSizes = (db: Db) =>
  db.rows<TableSize>(sql`
    select c.relname as name,
      case when i.inhrelid is not null
        then to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') end as day,
      pg_table_size(c.oid) as heap_bytes, pg_indexes_size(c.oid) as index_bytes
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'check_result'::regclass
    where c.relkind = 'r' and (i.inhrelid is not null or c.relname like 'result\_rollup\_%')
    order by c.relname`);

/** Autovacuum would do this soon; reads must not depend on when. */
export const vacuumTable = (db: Db, { name }: TableSize) => db.run(sql`vacuum (analyze) ${identifier(name)}`);

export const analyzeSmallTables = (db: Db) =>
  db.run(sql`analyze target, monitor, series, status_change, check_connection, slot_gap`);
