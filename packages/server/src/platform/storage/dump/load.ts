import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { StartError } from "../../kernel/errors.ts";
import type { Connection } from "../connection.ts";
import { applyMigration, type Migration, prepareMigrations } from "../migrate.ts";
import { identifier, type Sql, sql } from "../sql.ts";
import {
  type CatalogTable,
  type ForeignKey,
  hasTables,
  listForeignKeys,
  listTables,
  type SequenceValue,
  type TablePartition,
} from "./catalog.ts";
import { type DumpSession, openDumpSession, runPlainly } from "./dump-session.ts";
import { columnList } from "./snapshot.ts";

/** Fills an empty database in one transaction: until `commit`, and after an error, it stays empty. */
export type DatabaseLoad = {
  /** Creates the tables as they are after these migrations, without rows. */
  createTables(migrations: readonly Migration[]): Promise<void>;
  /** Creates the table of a partition, which is attached by `commit`; nothing for another table. */
  createPartition(table: CatalogTable): Promise<void>;
  /** Stores rows in the text format of COPY; returns their number. */
  copyIn(table: CatalogTable, chunks: AsyncIterable<Buffer>): Promise<number>;
  setSequence(sequence: SequenceValue): Promise<void>;
  /** Checks all foreign keys before it commits. */
  commit(): Promise<void>;
  /** Also undoes everything that was not committed. */
  close(): Promise<void>;
};

/** Throws a StartError for a database that is in use. */
export async function openLoad(connection: Connection): Promise<DatabaseLoad> {
  const session = await openDumpSession(connection, "vedette restore");
  const { client, db } = session;
  let foreignKeys: ForeignKey[] = [];
  const partitions: Partition[] = [];
  try {
    await runPlainly(session, sql`begin`);
    await runPlainly(session, sql`set local maintenance_work_mem = '128MB'`);
    await assertEmpty(session);
  } catch (error) {
    await session.end();
    throw error;
  }
  return {
    async createTables(migrations) {
      await prepareMigrations(client);
      for (const migration of migrations) await applyMigration(client, migration);
      foreignKeys = await listForeignKeys(db);
      // Rows arrive in any order of tables. Checking a constraint once at the end also takes less time than for each row.
      for (const { table, name } of foreignKeys) await runPlainly(session, dropConstraint(table, name));
      for (const { name } of await listTables(db)) await emptyTable(session, name);
    },
    async createPartition({ name, partition }) {
      if (partition === null) return;
      partitions.push({ name, ...partition });
      await createDetached(session, { name, ...partition });
    },
    async copyIn({ name, columns }, chunks) {
      const into = client.query(
        copyFrom(sql`copy ${identifier(name)} (${columnList(columns)}) from stdin`.text),
      );
      try {
        await pipeline(chunks, into satisfies Writable);
      } catch (error) {
        throw error instanceof DatabaseError ? rejected(name, error) : error;
      }
      return into.rowCount;
    },
    async setSequence({ name, value, isCalled }) {
      await db.rows(sql`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`);
    },
    async commit() {
      for (const partition of partitions) await attachPartition(session, partition);
      for (const { table, name, definition } of foreignKeys) {
        const adding = runPlainly(session, addConstraint({ table, name, definition }));
        await adding.catch((error: unknown) => {
          throw rejected(table, error);
        });
      }
      for (const { name } of await listTables(db)) {
        await runPlainly(session, sql`alter table ${identifier(name)} enable trigger user`);
      }
      await runPlainly(session, sql`commit`);
      // Without statistics the first queries on large tables would take minutes.
      await runPlainly(session, sql`analyze`);
    },
    close: session.end,
  };
}

async function assertEmpty(session: DumpSession): Promise<void> {
  if (!(await hasTables(session.db))) return;
  throw new StartError(
    "This installation is not empty, and a restore replaces nothing: set VEDETTE_DATA to a new folder, or DATABASE_URL to a new database, and restore there.",
  );
}

function rejected(table: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(
    `The database did not accept the rows of ${table} (${reason}). Nothing was restored: check its log and the free space of its disk, and restore again.`,
    { cause },
  );
}

/** Removes rows that migrations have added; triggers would append to the audit log or reject the removal. */
async function emptyTable(session: DumpSession, name: string): Promise<void> {
  if (name === "schema_migration") return;
  await runPlainly(session, sql`alter table ${identifier(name)} disable trigger user`);
  await runPlainly(session, sql`delete from ${identifier(name)}`);
}

type Partition = TablePartition & { name: string };

/** Without indexes: attaching it builds them over all rows, which takes a fraction of the time of doing so row by row. */
async function createDetached(session: DumpSession, { name, parent, options }: Partition): Promise<void> {
  // Options and bounds are SQL, as the catalog wrote them. They come from an authenticated backup.
  const withOptions = options.length === 0 ? "" : ` with (${options.join(", ")})`;
  const [table, whole] = [identifier(name).text, identifier(parent).text];
  await runPlainly(session, {
    text: `create table ${table} (like ${whole} including all excluding indexes)${withOptions}`,
  });
}

async function attachPartition(session: DumpSession, { name, parent, bound }: Partition): Promise<void> {
  const { text } = sql`alter table ${identifier(parent)} attach partition ${identifier(name)}`;
  const attaching = runPlainly(session, { text: `${text} ${bound}` });
  await attaching.catch((error: unknown) => {
    throw rejected(name, error);
  });
}

function dropConstraint(table: string, name: string): Sql {
  return sql`alter table ${identifier(table)} drop constraint ${identifier(name)}`;
}

function addConstraint({ table, name, definition }: ForeignKey): Pick<Sql, "text"> {
  const { text } = sql`alter table ${identifier(table)} add constraint ${identifier(name)}`;
  return { text: `${text} ${definition}` };
}
