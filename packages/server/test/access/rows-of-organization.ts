import type { Db } from "../../src/platform/storage/database.ts";
import { identifier, type Sql, sql } from "../../src/platform/storage/sql.ts";

/**
 * Returns a fingerprint of all rows of an organization in every table. Two fingerprints are equal if nothing
 * was written in between. The last use of a key is excluded, because reading updates it.
 */
export async function rowsOfOrganization(db: Db, orgId: string): Promise<Record<string, string>> {
  const tables = await db.rows<{ table_name: string }>(sql`
    select relname::text as table_name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'org_id' and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'organization'
    order by 1`);
  const fingerprints = [
    fingerprint("organization", sql`select to_jsonb(t) as row from organization t where id = ${orgId}`),
    fingerprint(
      "series",
      sql`select to_jsonb(s) as row from series s join target t on t.id = s.target_id
        where t.org_id = ${orgId}`,
    ),
    ...tables.map(({ table_name: table }) =>
      fingerprint(
        table,
        sql`select to_jsonb(t) - 'last_used_at' as row from ${identifier(table)} t where org_id = ${orgId}`,
      ),
    ),
  ];
  // One statement, because a test run takes thousands of fingerprints.
  const all = fingerprints.reduce((before, next) => sql`${before} union all ${next}`);
  const found = await db.rows<{ name: string; fingerprint: string }>(all);
  return Object.fromEntries(found.map((row) => [row.name, row.fingerprint]));
}

function fingerprint(name: string, rows: Sql): Sql {
  return sql`
    select ${name} as name,
      count(*) || ' rows ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as fingerprint
    from (${rows}) as rows`;
}
