import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Pages and statements of a hostile file must not exhaust the machine. */
const SQLITE_HEAP_BYTES_MAX = 256 * 1_024 * 1_024;
/** Checking every page of a larger file takes longer than reading what is needed of it. */
const CHECKED_BYTES_MAX = 256 * 1_024 * 1_024;
/** A longer text is cut: nothing that people type is longer. */
const TEXT_LENGTH_MAX = 200_000;

/** A problem with the file; the message is a sentence for users. */
export class DatabaseError extends Error {}

/** Real tables of the file and their columns. Views, virtual tables and generated columns could run code of the file. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

/**
 * Opens a private copy of a database. `path` must be writable, because SQLite merges the write-ahead log beside it.
 * Throws a DatabaseError.
 */
export function openKumaDatabase(
  path: string,
  bytes: number,
): { database: DatabaseSync; tables: TableColumns } {
  const database = new DatabaseSync(path, { allowExtension: false, enableForeignKeyConstraints: false });
  // Node 24.0 lacks it; queries only read anyway.
  database.enableDefensive?.(true);
  database.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0");
  database.exec(`pragma hard_heap_limit = ${SQLITE_HEAP_BYTES_MAX}`);
  return withClearErrors(() => {
    database.exec("pragma wal_checkpoint(truncate); pragma query_only = on");
    if (bytes <= CHECKED_BYTES_MAX) assertUndamaged(database);
    return { database, tables: listTables(database) };
  });
}

/** Translates what SQLite reports about a file. */
export function withClearErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/malformed|corrupt|disk I\/O|no such|not a database/i.test(message))
      throw new DatabaseError(
        `The database is damaged (${message}). Copy kuma.db again while Uptime Kuma is stopped, with kuma.db-wal if there is one.`,
        { cause: error },
      );
    if (/out of memory/i.test(message))
      throw new DatabaseError("The database takes too much memory to read. A value in it is too large.", {
        cause: error,
      });
    throw error;
  }
}

function assertUndamaged(database: DatabaseSync): void {
  const [first] = database.prepare("pragma quick_check(1)").all();
  const found = String(first?.quick_check ?? "no answer");
  if (found !== "ok")
    throw new DatabaseError(
      `The database is damaged (${found.slice(0, 200)}). Copy kuma.db again while Uptime Kuma is stopped.`,
    );
}

function listTables(database: DatabaseSync): TableColumns {
  const rows = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and rootpage > 0 and name not like 'sqlite!_%' escape '!' limit 500",
    )
    .all();
  return new Map(
    rows.map(({ name }) => {
      const columns = database.prepare(`pragma table_xinfo(${quoted(String(name))})`).all();
      return [
        String(name),
        columns.filter(({ hidden }) => hidden === 0).map((column) => String(column.name)),
      ];
    }),
  );
}

/** A statement that reads some columns of a table, with long texts cut. */
export function selectColumns(
  { database, tables }: { database: DatabaseSync; tables: TableColumns },
  table: string,
  { columns, rest }: { columns: readonly string[]; rest: string },
): StatementSync {
  const known = new Set(tables.get(table));
  const selected = columns
    .filter((column) => known.has(column))
    .map((column) => {
      const name = quoted(column);
      return `case typeof(${name}) when 'text' then substr(${name}, 1, ${TEXT_LENGTH_MAX}) when 'blob' then null else ${name} end as ${name}`;
    });
  return database.prepare(`select ${selected.join(", ") || "1"} from ${quoted(table)} ${rest}`);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
