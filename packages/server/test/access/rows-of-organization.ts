import type { Db } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";

/**
 * Returns a fingerprint of all rows of an organization in every table. Two fingerprints are equal if nothing
 * was written in between. The last use of a key is excluded, because reading updates it.
 */
export async function rowsOfOrganization(db: Db, orgId: string): Promise<Record<string, string>> {
  const isDefined = defined.get(db) ?? defineFunction(db);
  defined.set(db, isDefined);
  await isDefined;
  const found = await db.rows<{ name: string; fingerprint: string }>(
    sql`select name, fingerprint from rows_of_organization(${orgId}::uuid)`,
  );
  return Object.fromEntries(found.map((row) => [row.name, row.fingerprint]));
}

const defined = new WeakMap<Db, Promise<void>>();

/**
 * Creates the statement as a function in the test's database. A connection plans it once: a statement over 70
 * tables costs 15 ms of CPU time to build, plan and run, the function 6 ms, and a test run takes thousands of fingerprints.
 */
async function defineFunction(db: Db): Promise<void> {
  await db.run(sql`
    do $do$
    declare
      statement text;
    begin
      select string_agg(format(
          $row$select %L::text, count(*) || ' rows ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '')
            from (%s) as rows$row$, table_name, query), ' union all ') into statement
      from (
        select 'organization' as table_name, 'select to_jsonb(t) as row from organization t where t.id = $1' as query
        union all
        select 'series',
          'select to_jsonb(s) as row from series s join target t on t.id = s.target_id where t.org_id = $1'
        union all
        (select relname::text, format($each$select to_jsonb(t) - 'last_used_at' as row from %I t where t.org_id = $1$each$, relname)
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'org_id' and not attisdropped
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname <> 'organization'
        order by relname)
      ) as queries;
      execute format('create or replace function rows_of_organization(uuid) returns table (name text, fingerprint text)
        language plpgsql set plan_cache_mode = force_generic_plan
        as $function$ begin return query %s; end $function$', statement);
    end $do$`);
}
