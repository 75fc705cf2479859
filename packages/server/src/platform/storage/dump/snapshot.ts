import { to as copyTo } from "pg-copy-streams";
import type { Connection } from "../connection.ts";
import type { Db } from "../database.ts";
import { identifier, type Sql, sql } from "../sql.ts";
import { type CatalogTable, listSequences, listTables, type SequenceValue } from "./catalog.ts";
import { openDumpSession, runPlainly } from "./dump-session.ts";

/**
 * One consistent view of the database while others write. It blocks no write; dropping a table has to wait until it is
 * closed.
 */
export type DatabaseSnapshot = {
  /** Another transaction can take the same view with `set transaction snapshot`, until this one is closed. */
  readonly id: string;
  readonly tables: readonly CatalogTable[];
  /** Statements within the snapshot. */
  readonly db: Db;
  /** The rows of a table in the text format of COPY. */
  copy(table: CatalogTable): TableCopy;
  /** The rows of a query, likewise. */
  copyRows(query: Sql): AsyncIterable<Buffer>;
  sequences(): Promise<SequenceValue[]>;
  close(): Promise<void>;
};

export type TableCopy = { chunks: AsyncIterable<Buffer>; rows(): number };

/** A table may be dropped between the list of tables and their locks. */
const ATTEMPTS_MAX = 3;

export async function openSnapshot(connection: Connection): Promise<DatabaseSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOpen(connection);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isTableMissing(error)) throw error;
    }
  }
}

async function tryOpen(connection: Connection): Promise<DatabaseSnapshot> {
  const session = await openDumpSession(connection, "vedette backup");
  const { client, db } = session;
  try {
    await runPlainly(session, sql`begin transaction isolation level repeatable read, read only`);
    const row = await db.find<{ id: string }>(sql`select pg_export_snapshot() as id`);
    const tables = await listTables(db);
    for (const { name } of tables) {
      await runPlainly(session, sql`lock table ${identifier(name)} in access share mode`);
    }
    const copyText = (what: Sql) => client.query(copyTo(`copy ${what.text} to stdout`));
    return {
      id: row?.id ?? "",
      tables,
      db,
      copy({ name, columns }) {
        const chunks = copyText(sql`${identifier(name)} (${columnList(columns)})`);
        return { chunks, rows: () => chunks.rowCount };
      },
      copyRows: (query) => copyText(sql`(${query})`),
      sequences: () => listSequences(db),
      close: session.end,
    };
  } catch (error) {
    await session.end();
    throw error;
  }
}

export function columnList(columns: readonly string[]): Sql {
  return columns
    .map(identifier)
    .reduce((list, column, index) => (index === 0 ? column : sql`${list}, ${column}`), sql``);
}

function isTableMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42P01";
}
