import type { Db } from "../src/platform/storage/database.ts";
import { identifier, sql } from "../src/platform/storage/sql.ts";

/**
 * Returns a fingerprint of all rows of an organization in every table. Two fingerprints are equal if nothing
 * was written in between. The last use of a key is excluded, because reading updates it.
 */
export async function rowsOfOrganization(db: Db, orgId: string): Promise<Record<string, string>> {
  const tables = await db.rows<{ table_name: string }>(sql`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_id' and table_name <> 'organization'
    order by table_name`);
  const fingerprints: Record<string, string> = {
    organization: await fingerprint(
      db,
      sql`select to_jsonb(t) as row from organization t where id = ${orgId}`,
    ),
    series: await fingerprint(
      db,
      sql`select to_jsonb(s) as row from series s join target t on t.id = s.target_id
        where t.org_id = ${orgId}`,
    ),
  };
  for (const { table_name: table } of tables) {
    fingerprints[table] = await fingerprint(
      db,
      sql`select to_jsonb(t) - 'last_used_at' as row from ${identifier(table)} t where org_id = ${orgId}`,
    );
  }
  return fingerprints;
}

async function fingerprint(db: Db, rows: ReturnType<typeof sql>): Promise<string> {
  const found = await db.find<{ fingerprint: string }>(sql`
    select count(*) || ' rows ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as fingerprint
    from (${rows}) as rows`);
  return found?.fingerprint ?? "";
}
