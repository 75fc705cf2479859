import type { Db } from "../database.ts";
import { sql } from "../sql.ts";
import type { TableSize } from "./plan-upgrade.ts";
import type { SchemaCatalog } from "./table-lock.ts";

/** Reads from PostgreSQL's catalog what a plan of migrations needs. Reads no table of ours. */

export async function readSchemaCatalog(db: Db): Promise<SchemaCatalog> {
  const [tables, foreignKeys, indexes] = await Promise.all([
    db.rows<{ name: string }>(sql`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`),
    db.rows<SchemaCatalog["foreignKeys"][number]>(sql`
      select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
        array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`),
    db.rows<{ name: string; table: string }>(sql`
      select c.relname as name, t.relname as table
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and not t.relispartition`),
  ]);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    foreignKeys,
    tableOfIndex: new Map(indexes.map(({ name, table }) => [name, table])),
  };
}

/** Sizes of all tables by name; a partitioned table has those of its partitions together. Rows are PostgreSQL's estimate. */
export async function readTableSizes(db: Db): Promise<Map<string, TableSize>> {
  const rows = await db.rows<{ name: string } & TableSize>(sql`
    select coalesce(p.relname, c.relname) as name,
      sum(greatest(c.reltuples, 0))::float8 as rows,
      sum(pg_table_size(c.oid))::float8 as "tableBytes",
      sum(pg_indexes_size(c.oid))::float8 as "indexBytes",
      max((select count(*) from pg_index i where i.indrelid = c.oid))::int4 as indexes
    from pg_class c
      left join pg_inherits h on h.inhrelid = c.oid
      left join pg_class p on p.oid = h.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    group by 1`);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}
