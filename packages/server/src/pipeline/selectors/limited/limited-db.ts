import type { Database, Db } from "../../../platform/storage/database.ts";
import { identifier, type Sql, sql } from "../../../platform/storage/sql.ts";
import { type Limit, VISIBLE_TARGET, visibleRows, visibleTargets } from "./visible-rows.ts";

/**
 * Reads for a caller who is limited to the targets of a selector. Each statement runs behind CTEs that have the names of
 * the tables: PostgreSQL resolves a name to a CTE first, wherever the statement uses it. Statements that write are rejected.
 */
export type LimitedReads = {
  /** The same database, or transaction, with only the rows that the limit allows. */
  limit(db: Db, limit: Limit): Db;
};

export function createLimitedReads(database: Pick<Database, "rows">): LimitedReads {
  let names: Promise<ReadonlySet<string>> | null = null;
  /** A process that is older than the database knows no statement about the tables of a later migration. */
  const tableNames = () => {
    names ??= listTables(database).catch((error: unknown) => {
      names = null;
      throw error;
    });
    return names;
  };
  return {
    limit(db, limit) {
      const limited = async (statement: Sql) => limitedStatement(statement, limit, await tableNames());
      return {
        rows: async <Row>(statement: Sql) => db.rows<Row>(await limited(statement)),
        find: async <Row>(statement: Sql) => db.find<Row>(await limited(statement)),
        run: async (statement) => db.run(await limited(statement)),
        defer: async (statement) => db.defer(await limited(statement)),
      };
    },
  };
}

/** Partitions are left out: no statement names one. */
async function listTables(db: Pick<Database, "rows">): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ name: string }>(sql`
    select relname::text as name from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition`);
  return new Set(rows.map(({ name }) => name));
}

function limitedStatement(statement: Sql, limit: Limit, tables: ReadonlySet<string>): Sql {
  const { text } = statement;
  if (!/^\s*(select|with)\b/i.test(text)) throw new Error("a limited read ran a statement that writes");
  if (/\bpublic\s*"?\s*\./i.test(text)) throw new Error("a limited read named a schema");
  const words = new Set(text.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
  const named = [...words].filter((word) => tables.has(word)).sort();
  const views = named.map(
    (table) => sql`${identifier(table)} as not materialized (${visibleRows(table, limit)})`,
  );
  const ctes = [sql`${identifier(VISIBLE_TARGET)} as not materialized (${visibleTargets(limit)})`, ...views];
  const prefix = ctes.reduce((before, next) => sql`${before}, ${next}`);
  // A second WITH needs a query of its own. The parentheses are on their own lines: the statement may end in a comment.
  return /^\s*with\b/i.test(text)
    ? sql`with ${prefix} select * from (
        ${statement}
      ) as limited_rows`
    : sql`with ${prefix} (
        ${statement}
      )`;
}
