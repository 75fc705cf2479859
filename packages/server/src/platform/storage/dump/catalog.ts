import type { Db } from "../database.ts";
import { sql } from "../sql.ts";

/** What PostgreSQL's catalog says about the tables of the schema, for backups. Knows no table by its name. */

export type CatalogTable = {
  name: string;
  /** Without generated columns, in the order of the table. */
  columns: string[];
  /** Null if the table is not a partition. */
  partition: TablePartition | null;
};

export type TablePartition = {
  parent: string;
  /** As PostgreSQL writes it: `FOR VALUES FROM ('…') TO ('…')`. */
  bound: string;
  /** Storage options, such as `autovacuum_freeze_min_age=0`. */
  options: string[];
};

/** Tables with rows of their own: partitions, but not the table that they are partitions of. */
export const listTables = (db: Db) =>
  db.rows<CatalogTable>(sql`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      case when c.relispartition then jsonb_build_object(
        'parent', (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid),
        'bound', pg_get_expr(c.relpartbound, c.oid),
        'options', to_jsonb(coalesce(c.reloptions, '{}'))) end as partition
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`);

export type SequenceValue = { name: string; value: string; isCalled: boolean };

/** Sequences are outside of transactions: read after the rows that use them, they are never behind. */
export async function listSequences(db: Db): Promise<SequenceValue[]> {
  const rows = await db.rows<{ name: string; value: string | null }>(sql`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() order by sequencename collate "C"`);
  return rows.map(({ name, value }) => ({ name, value: value ?? "1", isCalled: value !== null }));
}

export type ForeignKey = { table: string; name: string; definition: string };

/** Without those that partitions inherit. */
export const listForeignKeys = (db: Db) =>
  db.rows<ForeignKey>(sql`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.conparentid = 0 and r.relnamespace = current_schema()::regnamespace
    order by r.relname, c.conname`);

/** The migrations that were applied, oldest first. */
export const listAppliedMigrations = (db: Db) =>
  db.rows<{ name: string; sha256: string }>(
    sql`select name, sha256 from schema_migration order by name collate "C"`,
  );

export async function hasTables(db: Db): Promise<boolean> {
  const row = await db.find<{ found: boolean }>(sql`
    select exists (select from pg_class where relnamespace = current_schema()::regnamespace
      and relname = 'schema_migration') as found`);
  return row?.found ?? false;
}
