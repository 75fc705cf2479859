import { lowestId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { identifier, sql } from "../../../platform/storage/sql.ts";
import { DAY_MS } from "../rollups/rollup.ts";

/*
 * Maintenance of all organizations' data at once. PostgreSQL itself puts partition names into statements,
 * from a date or from its own catalog.
 */

/** One process at a time creates or drops partitions. */
export const lockPartitions = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('vedette.partitions', 0))`);

/** Tables with a partition per day (UTC), and the start of a day in terms of their partition key. */
const DAY_BEGINS = {
  check_result: (day: string) => `${day} 00:00+00`,
  run_step: (day: string) => lowestId(Date.parse(day)),
  heartbeat_ping: (day: string) => lowestId(Date.parse(day)),
};
export type PartitionedTable = keyof typeof DAY_BEGINS;
export const PARTITIONED_TABLES = Object.keys(DAY_BEGINS) as readonly PartitionedTable[];

/**
 * Creates the partition of a day (YYYY-MM-DD) as a separate table that is then attached: `create table …
 * partition of` would lock the whole table, while attaching allows inserts.
 *
 * Rows are only added. Vacuum finds no dead rows and only freezes: at the first pass, and each time the day
 * has doubled instead of after every fifth more.
 */
export async function createPartition(db: Db, table: PartitionedTable, day: string): Promise<void> {
  const begin = DAY_BEGINS[table](day);
  const end = DAY_BEGINS[table](dayAfter(day));
  await db.run(sql`select set_config('vedette.partition_of', ${table}, true),
    set_config('vedette.partition_day', ${day}, true),
    set_config('vedette.partition_begin', ${begin}, true), set_config('vedette.partition_end', ${end}, true)`);
  await db.run(sql`
    do $$
    declare
      parent text := current_setting('vedette.partition_of');
      name text := parent || to_char(current_setting('vedette.partition_day')::date, '_YYYYMMDD');
    begin
      execute format(
        'create table %I (like %I including all) with (
          autovacuum_freeze_min_age = 0,
          autovacuum_vacuum_insert_threshold = 100000, autovacuum_vacuum_insert_scale_factor = 1)',
        name, parent);
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
        current_setting('vedette.partition_begin'), current_setting('vedette.partition_end'));
    end $$`);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

/**
 * Days (YYYY-MM-DD, UTC) with a partition, oldest first. Read from the catalog tables: after a wait for a
 * lock, `to_regclass` answers from a cache that does not include new tables.
 */
export const listPartitionDays = (db: Db, table: PartitionedTable) =>
  db.rows<{ day: string }>(sql`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass
    order by 1`);

/**
 * Drops the partition of a day. The table cannot be read or written for a moment, so it gives up if it does
 * not get the lock at once, instead of making other sessions queue behind it.
 */
export async function dropPartition(db: Db, table: PartitionedTable, day: string): Promise<void> {
  await db.run(sql`select set_config('vedette.partition_of', ${table}, true),
    set_config('vedette.partition_day', ${day}, true), set_config('lock_timeout', '1000ms', true)`);
  await db.run(sql`
    do $$
    declare
      name text := current_setting('vedette.partition_of')
        || to_char(current_setting('vedette.partition_day')::date, '_YYYYMMDD');
    begin
      execute format('drop table if exists %I', name);
    end $$`);
}

/** Maximum rows per delete; the statements below are repeated until they delete fewer. */
export const DELETE_MAX = 5_000;

/** Makes a statement that deletes the rows of a table that are older by a column. */
function deletingBefore(table: string, column: string): (db: Db, before: Date) => Promise<number> {
  const [from, at] = [identifier(table), identifier(column)];
  return (db, before) =>
    db.run(sql`
      delete from ${from}
      where ctid = any (array(select ctid from ${from} where ${at} < ${before} limit ${DELETE_MAX}))`);
}

export const deleteHourRollups = deletingBefore("result_rollup_hour", "at");

export const deleteDayRollups = deletingBefore("result_rollup_day", "at");

export const deleteClosedDays = deletingBefore("closed_day", "day");

/** Adds their slots to the counters of their series. */
export const deleteSlotGaps = async (db: Db, before: Date): Promise<number> => {
  const row = await db.find<{ gaps: number }>(sql`
    with gone as (
      delete from slot_gap
      where ctid = any (array(select ctid from slot_gap where to_slot < ${before} limit ${DELETE_MAX}))
      returning series_key, kind, slots
    ), counted as (
      insert into series_counter as c (series_key, missed, skipped)
      select series_key, coalesce(sum(slots) filter (where kind = 'missed'), 0),
        coalesce(sum(slots) filter (where kind = 'skipped'), 0)
      from gone group by series_key order by series_key
      on conflict (series_key) do update set missed = c.missed + excluded.missed, skipped = c.skipped + excluded.skipped
    )
    select count(*)::int4 as gaps from gone`);
  return row?.gaps ?? 0;
};

export const deletePingOutages = deletingBefore("ping_outage", "to_at");

export const deleteCheckDelays = deletingBefore("check_delay_hour", "at");

export const deleteSelfChecks = deletingBefore("self_check", "at");

/** Also their stalls. */
export const deleteSchedulerProcesses = (db: Db, before: Date) =>
  db.run(sql`
    delete from scheduler_process
    where id = any (array(select id from scheduler_process where renewed_at < ${before} limit ${DELETE_MAX}))`);

export const deleteIdempotencyKeys = (db: Db, before: Date) =>
  db.run(sql`
    delete from idempotency_key
    where ctid = any (array(
      select ctid from idempotency_key where created_at < ${before} limit ${DELETE_MAX}
    ))`);

/** `skip locked`: skips rows that a recorder is marking as used. */
export const deleteConnectionFacts = (db: Db, beforeDay: string) =>
  db.run(sql`
    delete from check_connection
    where ctid = any (array(
      select ctid from check_connection where last_used_on < ${beforeDay}::date limit ${DELETE_MAX} for update skip locked
    ))`);

/** The newest change of a target stays at any age. */
export const deleteStatusChanges = (db: Db, before: Date) =>
  db.run(sql`
    delete from status_change
    where ctid = any (array(
      select c.ctid from status_change c
      where c.at < ${before} and exists (
        select 1 from status_change later where later.target_id = c.target_id and later.at > c.at
      )
      limit ${DELETE_MAX}
    ))`);

/** Kept responses of results before that instant. */
export const deleteBodies = deletingBefore("result_body", "slot");

/** The same for one organization. */
export const deleteBodiesOf = (db: Db, orgId: string, before: Date) =>
  db.run(sql`
    delete from result_body
    where ctid = any (array(
      select b.ctid from result_body b join series s using (series_key) join target t on t.id = s.target_id
      where b.slot < ${before} and t.org_id = ${orgId} limit ${DELETE_MAX}
    ))`);

/** Finished runs that were triggered before that instant; ids start with their time. */
export const deleteRuns = (db: Db, before: Date) =>
  db.run(sql`
    delete from run
    where ctid = any (array(
      select ctid from run where id < ${lowestId(before.getTime())} and stage is null limit ${DELETE_MAX}
    ))`);

export type ShortRetentionRow = { org_id: string; days: number; retained_from: string | null };

/**
 * Organizations that keep results for less than `days`: by their own setting, or by a plan that they have had
 * since before `settledBefore`.
 */
export const listShortRetentions = (db: Db, { days, settledBefore }: { days: number; settledBefore: Date }) =>
  db.rows<ShortRetentionRow>(sql`
    select * from (
      select o.id as org_id, least(
          (o.settings ->> 'retention_days')::int4,
          case when o.plan_since is null or o.plan_since < ${settledBefore}
            then (p.definition #>> '{limits,retention_days}')::int4 end
        ) as days, to_char(r.retained_from, 'YYYY-MM-DD') as retained_from
      from organization o
      join plan p on p.id = o.plan_id
      left join result_retention r on r.org_id = o.id
    ) as kept where days < ${days} order by org_id`);

export const saveRetainedFrom = (db: Db, orgId: string, day: string) =>
  db.run(sql`
    insert into result_retention (org_id, retained_from) select id, ${day}::date from organization where id = ${orgId}
    on conflict (org_id) do update set retained_from = excluded.retained_from`);

/** Limited to one day, which is one partition: a ctid is unique only within it. */
export const deleteResultsOf = (db: Db, orgId: string, day: string) => {
  const [from, to] = [new Date(day), new Date(Date.parse(day) + DAY_MS)];
  return db.run(sql`
    delete from check_result where slot >= ${from} and slot < ${to} and ctid = any (array(
      select r.ctid from check_result r
      where r.slot >= ${from} and r.slot < ${to} and r.series_key in (
        select s.series_key from series s join target t on t.id = s.target_id where t.org_id = ${orgId}
      )
      limit ${DELETE_MAX}
    ))`);
};

/** Closed days of an organization before that day. */
export const deleteClosedDaysOf = (db: Db, orgId: string, before: Date) =>
  db.run(sql`
    delete from closed_day where day < ${before} and ctid = any (array(
      select d.ctid from series s join stored_target t on t.id = s.target_id join closed_day d on d.series_key = s.series_key
      where t.org_id = ${orgId} and d.day < ${before} limit ${DELETE_MAX}
    ))`);

/** Pings that were received before that instant, which is the start of a day. */
export const deletePingsOf = (db: Db, orgId: string, before: Date) =>
  db.run(sql`
    delete from heartbeat_ping where id = any (array(
      select p.id from heartbeat_ping p join target t on t.id = p.heartbeat_id
      where p.id < ${lowestId(before.getTime())} and t.org_id = ${orgId} limit ${DELETE_MAX}
    )) and id < ${lowestId(before.getTime())}`);

/** Finished runs that were triggered before that instant, and their steps. */
export const deleteRunsOf = async (db: Db, orgId: string, before: Date): Promise<number> => {
  const row = await db.find<{ runs: number }>(sql`
    with gone as (
      delete from run where id = any (array(
        select id from run where org_id = ${orgId} and id < ${lowestId(before.getTime())} and stage is null
        order by id limit ${DELETE_MAX}
      )) returning id
    ), steps as (delete from run_step where run_id = any (array(select id from gone)))
    select count(*)::int4 as runs from gone`);
  return row?.runs ?? 0;
};

/** Indexes of days before `before` (YYYY-MM-DD) that are not rebuilt yet, oldest first. */
export const listUnrebuiltIndexes = (db: Db, before: string) =>
  db.rows<{ day: string; index_name: string }>(sql`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, x.relname as index_name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_index n on n.indrelid = c.oid and n.indisunique
    join pg_class x on x.oid = n.indexrelid
    where i.inhparent = 'check_result'::regclass
      and to_date(right(c.relname, 8), 'YYYYMMDD') < ${before}::date
      and obj_description(x.oid, 'pg_class') is null
    order by 1`);

/** Invalid indexes of results, left by an interrupted rebuild. */
export const listUnfinishedIndexes = (db: Db) =>
  db.rows<{ index_name: string }>(sql`
    select x.relname as index_name
    from pg_inherits i
    join pg_index n on n.indrelid = i.inhrelid and not n.indisvalid
    join pg_class x on x.oid = n.indexrelid
    where i.inhparent = 'check_result'::regclass`);
