import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Client } from "pg";
import { StartError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { ownFile } from "../kernel/own-files.ts";
import { type Connection, clientConfig } from "./connection.ts";

const MIGRATIONS = ownFile("migrations");
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Our advisory lock number in a database: "vede" in ASCII. */
const LOCK_KEY = 0x76656465;
/** How long a process waits for another one that is migrating. */
const LOCK_TIMEOUT_MS = 120_000;
/** Maximum wait for a table lock: other statements on the table queue behind it. */
const TABLE_LOCK_TIMEOUT_MS = 10_000;

/** A header line of a migration: the number of the newest migration that older processes running in parallel must know. */
const WORKS_WITH = /^-- Works with: (\d{4})$/m;

export type Migration = { name: string; text: string; sha256: string; worksWith: string | null };
type AppliedRow = { name: string; sha256: string; works_with: string | null };

/**
 * Applies all pending files of `migrations/`, each in a transaction, and returns their names. Uses its own connection,
 * because a migration may take longer than the statement timeout. A database that a newer Vedette migrated is accepted
 * if all its migrations work with this version.
 */
export async function migrate(
  connection: Connection,
  log: Logger,
  { directory = MIGRATIONS }: { directory?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new Client(clientConfig(connection, { name: "vedette migrate" }));
  // The failure is reported by the current statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await takeLock(client);
    const { pending, newer } = await compareWithApplied(client, migrations);
    if (newer.length > 0) log.warn("database.schema_newer", { migrations: newer });
    for (const migration of pending) {
      await apply(client, migration);
      log.info("database.migrated", { migration: migration.name });
    }
    return pending.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be migrated: ${errorText(error)}.`, { cause: error });
  } finally {
    // Releases the lock too.
    await client.end().catch(() => undefined);
  }
}

export async function readMigrations(directory = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      if (!FILE_NAME.test(name)) throw new Error(`migration ${name} is not named like 0001_what_it_does.sql`);
      // A checkout on another system may have changed the line ends, which does not change the statements.
      const text = (await readFile(`${directory}/${name}`, "utf8")).replaceAll("\r\n", "\n");
      const sha256 = createHash("sha256").update(text).digest("hex");
      return { name, text, sha256, worksWith: WORKS_WITH.exec(text)?.[1] ?? null };
    }),
  );
}

async function takeLock(client: Client): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
  } catch (error) {
    throw new StartError(
      `Another Vedette has been migrating this database for ${LOCK_TIMEOUT_MS / 1_000} seconds: wait until it finishes, or stop it, and start again.`,
      { cause: error },
    );
  }
  await client.query(`set lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
}

/** Returns the pending migrations and those applied by a newer Vedette, after verifying that the others are identical. */
async function compareWithApplied(
  client: Client,
  migrations: readonly Migration[],
): Promise<{ pending: Migration[]; newer: string[] }> {
  await prepareMigrations(client);
  const { rows } = await client.query<AppliedRow>(
    'select name, sha256, works_with from schema_migration order by name collate "C"',
  );
  rows.forEach((row, index) => {
    const migration = migrations.find(({ name }) => name === row.name);
    if (migration === undefined) {
      assertWorksHere(row, migrations);
      return;
    }
    if (migration.sha256 !== row.sha256) {
      throw new StartError(
        `The migration ${row.name} differs from the applied one: restore the released file, and add changes as a new migration.`,
      );
    }
    if (migrations[index]?.name !== row.name) {
      throw new StartError(
        `The migration ${migrations[index]?.name} comes before ${row.name}, which is already applied: use the next free number.`,
      );
    }
  });
  return {
    pending: migrations.slice(rows.length),
    newer: rows.slice(migrations.length).map(({ name }) => name),
  };
}

/** Creates the table of applied migrations. */
export async function prepareMigrations(client: Client): Promise<void> {
  await client.query(
    "create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  await client.query("alter table schema_migration add column if not exists works_with text");
}

/** During an upgrade of a fleet, processes of the previous version start in parallel to those of the new one. */
function assertWorksHere(
  { name, works_with: worksWith }: AppliedRow,
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)?.name ?? "";
  if (name > newest && worksWith !== null && worksWith <= numberOf(newest)) return;
  throw new StartError(
    `The database was migrated by a newer Vedette (${name} is unknown here), and no longer works with this version: start that version, or restore an earlier backup.`,
  );
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await applyMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    // Closing the connection, which follows, rolls back.
    throw new StartError(
      `The migration ${migration.name} failed and was rolled back: ${errorText(error)}. Fix the problem and start again.`,
      { cause: error },
    );
  }
}

/** Applies one migration within the transaction of the caller. */
export async function applyMigration(
  client: Client,
  { name, text, sha256, worksWith }: Migration,
): Promise<void> {
  await client.query(text);
  await client.query("insert into schema_migration (name, sha256, works_with) values ($1, $2, $3)", [
    name,
    sha256,
    worksWith,
  ]);
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
