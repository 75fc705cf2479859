import type { Db } from "../../storage/database.ts";
import { sql } from "../../storage/sql.ts";

/*
 * Upkeep of all organizations' data at once. Names of partitions are put into statements by PostgreSQL
 * itself, from a date or from its own catalogue.
 */

/** One process at a time makes or drops partitions. */
export const lockPartitions = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('vedette.partitions', 0))`);

/**
 * Makes the partition of a day. As a table of its own that is then attached: `create table … partition of`
 * would lock all results against everybody, attaching lets inserts go on.
 *
 * Rows are only ever added. Vacuum, which finds nothing dead, has only to freeze them: so at the first
 * pass, and each time that the day has doubled instead of with every fifth more.
 */
export async function createPartition(db: Db, day: string): Promise<void> {
  await db.run(sql`select set_config('vedette.partition_day', ${day}, true)`);
  await db.run(sql`
    do $$
    declare
      day date := current_setting('vedette.partition_day');
      name text := 'check_result_' || to_char(day, 'YYYYMMDD');
    begin
      execute format(
        'create table %I (like check_result including all) with (
          autovacuum_freeze_min_age = 0,
          autovacuum_vacuum_insert_threshold = 100000, autovacuum_vacuum_insert_scale_factor = 1)', name);
      execute format(
        'alter table check_result attach partition %I for values from (%L) to (%L)',
        name, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00');
    end $$`);
}

/**
 * Days (YYYY-MM-DD, UTC) that have a partition, oldest first. Read from the catalogue's tables: asking
 * `to_regclass` after a wait for a lock is answered from a cache that does not know yet what was made.
 */
export const listPartitionDays = (db: Db) =>
  db.rows<{ day: string }>(sql`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'check_result'::regclass
    order by 1`);

/**
 * Drops the partition of a day. For a moment nobody may read or write results meanwhile, so it gives up
 * when it does not get there at once, rather than have everybody queue behind it.
 */
export async function dropPartition(db: Db, day: string): Promise<void> {
  await db.run(sql`select set_config('vedette.partition_day', ${day}, true),
    set_config('lock_timeout', '1000ms', true)`);
  await db.run(sql`
    do $$
    declare
      name text := 'check_result_' || to_char(current_setting('vedette.partition_day')::date, 'YYYYMMDD');
    begin
      execute format('drop table if exists %I', name);
    end $$`);
}

/** Rows that one of the statements below deletes at most; it is repeated until it finds fewer. */
export const DELETE_MAX = 5_000;

export const deleteHourRollups = (db: Db, before: Date) =>
  db.run(sql`
    delete from result_rollup_hour
    where ctid = any (array(select ctid from result_rollup_hour where at < ${before} limit ${DELETE_MAX}))`);

export const deleteDayRollups = (db: Db, before: Date) =>
  db.run(sql`
    delete from result_rollup_day
    where ctid = any (array(select ctid from result_rollup_day where at < ${before} limit ${DELETE_MAX}))`);

export const deleteSlotGaps = (db: Db, before: Date) =>
  db.run(sql`
    delete from slot_gap
    where ctid = any (array(select ctid from slot_gap where to_slot < ${before} limit ${DELETE_MAX}))`);

export const deleteIdempotencyKeys = (db: Db, before: Date) =>
  db.run(sql`
    delete from idempotency_key
    where ctid = any (array(
      select ctid from idempotency_key where created_at < ${before} limit ${DELETE_MAX}
    ))`);

/** `skip locked`: one that a recorder is just declaring in use again is left to it. */
export const deletePeers = (db: Db, beforeDay: string) =>
  db.run(sql`
    delete from check_peer
    where ctid = any (array(
      select ctid from check_peer where last_used_on < ${beforeDay}::date limit ${DELETE_MAX} for update skip locked
    ))`);

/** The newest change of a monitor stays, however old it is. */
export const deleteStatusChanges = (db: Db, before: Date) =>
  db.run(sql`
    delete from monitor_state_change
    where ctid = any (array(
      select c.ctid from monitor_state_change c
      where c.at < ${before} and exists (
        select 1 from monitor_state_change later where later.monitor_id = c.monitor_id and later.at > c.at
      )
      limit ${DELETE_MAX}
    ))`);

/** Indexes of days before `before` (YYYY-MM-DD) that were not rebuilt yet, oldest first. */
export const listLooseIndexes = (db: Db, before: string) =>
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

/** Indexes of results that are not valid: left by a rebuild that was cut off. */
export const listUnfinishedIndexes = (db: Db) =>
  db.rows<{ index_name: string }>(sql`
    select x.relname as index_name
    from pg_inherits i
    join pg_index n on n.indrelid = i.inhrelid and not n.indisvalid
    join pg_class x on x.oid = n.indexrelid
    where i.inhparent = 'check_result'::regclass`);
