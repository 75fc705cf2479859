import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { StartError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { type Connection, clientConfig } from "./connection.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../migrations/", import.meta.url));
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Our own number among the advisory locks of a database: "vede" in ASCII. */
const LOCK_KEY = 0x76656465;
/** How long one process waits for another that is migrating. */
const LOCK_TIMEOUT_MS = 120_000;
/** Longest wait for a table that others use: all their statements queue up behind ours meanwhile. */
const TABLE_LOCK_TIMEOUT_MS = 10_000;

/** A line of a migration's header: the number of the newest migration that an older Vedette beside it has to know. */
const WORKS_WITH = /^-- Works with: (\d{4})$/m;

type Migration = { name: string; text: string; sha256: string; worksWith: string | null };
type AppliedRow = { name: string; sha256: string; works_with: string | null };

/**
 * Brings the database to the newest of `migrations/`, each file in a transaction, and returns the names of
 * those applied now. Over a connection of its own, for a migration may take longer than any statement may.
 * A database that a newer Vedette has migrated is taken as it is where all its migrations work with this one.
 */
export async function migrate(
  connection: Connection,
  log: Logger,
  { directory = MIGRATIONS }: { directory?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new Client(clientConfig(connection, { name: "vedette migrate" }));
  // The failure is told by the statement that is under way.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await takeLock(client);
    const { pending, newer } = await compareWithApplied(client, migrations);
    if (newer.length > 0) log.warn("database.newer", { migrations: newer });
    for (const migration of pending) {
      await apply(client, migration);
      log.info("database.migrated", { migration: migration.name });
    }
    return pending.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be migrated: ${words(error)}.`, { cause: error });
  } finally {
    // Ends the lock too.
    await client.end().catch(() => undefined);
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      if (!FILE_NAME.test(name)) throw new Error(`migration ${name} is not named like 0001_what_it_does.sql`);
      // A checkout on another system may have changed the ends of lines, which changes no statement.
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
      `Another Vedette has been migrating this database for ${LOCK_TIMEOUT_MS / 1_000} seconds: wait for its end, or end it, and start again.`,
      { cause: error },
    );
  }
  await client.query(`set lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
}

/** What is still to be applied, and what was applied by a newer Vedette, after a look whether the rest is what we know. */
async function compareWithApplied(
  client: Client,
  migrations: readonly Migration[],
): Promise<{ pending: Migration[]; newer: string[] }> {
  await client.query(
    "create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  await client.query("alter table schema_migration add column if not exists works_with text");
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
        `The migration ${row.name} differs from the one that was applied: restore the file as it was released, and put changes into a new one.`,
      );
    }
    if (migrations[index]?.name !== row.name) {
      throw new StartError(
        `The migration ${migrations[index]?.name} comes before ${row.name}, which is applied already: give it the next free number.`,
      );
    }
  });
  return {
    pending: migrations.slice(rows.length),
    newer: rows.slice(migrations.length).map(({ name }) => name),
  };
}

/** While a fleet is upgraded, processes of the version before are started beside those of the new one. */
function assertWorksHere(
  { name, works_with: worksWith }: AppliedRow,
  migrations: readonly Migration[],
): void {
  const newest = migrations.at(-1)?.name ?? "";
  if (name > newest && worksWith !== null && worksWith <= numberOf(newest)) return;
  throw new StartError(
    `The database was migrated by a newer Vedette (${name} is unknown here), and does not work with this one any more: start that version, or restore a backup from before it.`,
  );
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}

async function apply(client: Client, { name, text, sha256, worksWith }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(text);
    await client.query("insert into schema_migration (name, sha256, works_with) values ($1, $2, $3)", [
      name,
      sha256,
      worksWith,
    ]);
    await client.query("commit");
  } catch (error) {
    // The end of the connection, which follows, rolls back.
    throw new StartError(
      `The migration ${name} failed and nothing of it was kept: ${words(error)}. Mend that and start again.`,
      { cause: error },
    );
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
