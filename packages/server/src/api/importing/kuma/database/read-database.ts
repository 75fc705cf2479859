import type { DatabaseSync } from "node:sqlite";
import { isUnknownMigration } from "./known-schema.ts";
import { KUMA_TABLES, type KumaDatabase, type KumaRow, type KumaTable } from "./kuma-database.ts";
import {
  DatabaseError,
  openKumaDatabase,
  quoted,
  selectColumns,
  type TableColumns,
  withClearErrors,
} from "./open-database.ts";
import { readKumaHistory } from "./read-history.ts";

type Open = { database: DatabaseSync; tables: TableColumns };

/** Without these no version of Uptime Kuma ran with the database. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  monitor: ["id", "name", "type", "interval", "active"],
  notification: ["id", "name", "config"],
  heartbeat: ["monitor_id", "status", "time"],
};

/** Reads a private copy of a database of Uptime Kuma 1.23 or 2. Throws a DatabaseError. */
export function readDatabase(
  path: string,
  { bytes, history }: { bytes: number; history: boolean },
): KumaDatabase {
  const open = openKumaDatabase(path, bytes);
  try {
    return withClearErrors(() => {
      assertKuma(open.tables);
      return {
        tables: readTables(open),
        users: countRows(open, "user"),
        lastBeatMs: findLastBeatMs(open),
        unknownMigrations: listUnknownMigrations(open),
        history: history ? readKumaHistory(open) : null,
      };
    });
  } finally {
    open.database.close();
  }
}

function assertKuma(tables: TableColumns): void {
  for (const [table, columns] of Object.entries(REQUIRED)) {
    const known = tables.get(table);
    if (known === undefined)
      throw new DatabaseError(
        `The file is a database, but not one of Uptime Kuma: it has no table "${table}". Choose kuma.db.`,
      );
    const missing = columns.find((column) => !known.includes(column));
    if (missing !== undefined)
      throw new DatabaseError(
        `The database is of a version of Uptime Kuma that is not supported: "${table}" has no column "${missing}". Versions 1.23 and 2 can be imported.`,
      );
  }
}

function readTables(open: Open): KumaDatabase["tables"] {
  const entries = Object.entries(KUMA_TABLES).map(([table, max]) => [table, readTable(open, table, max)]);
  return Object.fromEntries(entries) as Record<KumaTable, readonly KumaRow[]>;
}

function readTable(open: Open, table: string, max: number): KumaRow[] {
  const columns = open.tables.get(table);
  if (columns === undefined) return [];
  const order = columns.includes("id") ? "order by id" : "";
  const rows = selectColumns(open, table, { columns, rest: `${order} limit ${max + 1}` }).all() as KumaRow[];
  if (rows.length > max)
    throw new DatabaseError(`The table "${table}" has more than ${max} rows. Delete some in Uptime Kuma.`);
  return rows.map((row) => ({ ...row }));
}

function countRows(open: Open, table: string): number {
  if (!open.tables.has(table)) return 0;
  return Number(open.database.prepare(`select count(*) as n from ${quoted(table)}`).get()?.n ?? 0);
}

/** Times are texts in UTC, such as `2026-01-31 12:00:00.000`. */
function findLastBeatMs({ database }: Open): number | null {
  const row = database.prepare("select max(time) as time from heartbeat").get();
  return typeof row?.time === "string" ? utcMs(row.time) : null;
}

function utcMs(text: string): number | null {
  const ms = Date.parse(`${text.trim().replace(" ", "T").replace(/Z$/, "")}Z`);
  return Number.isNaN(ms) ? null : ms;
}

function listUnknownMigrations(open: Open): string[] {
  if (!open.tables.get("knex_migrations")?.includes("name")) return [];
  const rows = selectColumns(open, "knex_migrations", { columns: ["name"], rest: "limit 10000" }).all();
  return rows.map(({ name }) => String(name)).filter(isUnknownMigration);
}
