import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { ownFile } from "../kernel/own-files.ts";
import { type Connection, clientConfig } from "./connection.ts";
import { type AppliedMigration, compareMigrations } from "./upgrade/applied-migrations.ts";

const MIGRATIONS = ownFile("migrations");
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Our advisory lock number in a database: "vede" in ASCII. */
const LOCK_KEY = 0x76656465;
/** How long a process waits for another one that is migrating. */
const LOCK_TIMEOUT_MS = 120_000;
/**
 * Maximum wait for a table lock: other statements on the table, such as those that record results, queue behind it. Longer
 * than the second after which PostgreSQL ends an autovacuum that holds it (`deadlock_timeout`).
 */
const TABLE_LOCK_TIMEOUT_MS = 2_000;
/** After a migration did not get its locks. All attempts take less time than other processes wait for them (`LOCK_TIMEOUT_MS`). */
const PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000];

/** A header line of a migration: the number of the newest migration that older processes running in parallel must know. */
const WORKS_WITH = /^-- Works with: (\d{4})$/m;

export type Migration = { name: string; text: string; sha256: string; worksWith: string | null };

/**
 * Applies all pending files of `migrations/`, each in a transaction, and returns their names. Uses its own connection,
 * because a migration may take longer than the statement timeout. One that does not get its locks is repeated, so that what
 * waits behind it goes on. A database that a newer Vedette migrated is accepted if all its migrations work with this version.
 */
export async function migrate(
  connection: Connection,
  log: Logger,
  { directory = MIGRATIONS, pausesMs = PAUSES_MS }: { directory?: string; pausesMs?: readonly number[] } = {},
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
      await applyWithRetries({ client, log, pausesMs }, migration);
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

async function compareWithApplied(
  client: Client,
  migrations: readonly Migration[],
): Promise<{ pending: Migration[]; newer: string[] }> {
  await prepareMigrations(client);
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256, works_with from schema_migration order by name collate "C"',
  );
  return compareMigrations(rows, migrations);
}

/** Creates the table of applied migrations. */
export async function prepareMigrations(client: Client): Promise<void> {
  await client.query(
    "create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  await client.query("alter table schema_migration add column if not exists works_with text");
}

type Retries = { client: Client; log: Logger; pausesMs: readonly number[] };

async function applyWithRetries({ client, log, pausesMs }: Retries, migration: Migration): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await apply(client, migration);
      return;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      if (!isWaiting(error)) {
        throw new StartError(
          `The migration ${migration.name} failed and was rolled back: ${errorText(error)}. Fix the problem and start again.`,
          { cause: error },
        );
      }
      const blockers = await listBlockers(client);
      const pauseMs = pausesMs[attempt];
      if (pauseMs === undefined) {
        throw new StartError(
          `The migration ${migration.name} does not get its locks, because of open transactions: ${blockers.join("; ") || "none is left now"}. Wait until they end, or end them, and start again.`,
          { cause: error },
        );
      }
      log.warn("database.migration_waits", { migration: migration.name, blockers, pause_ms: pauseMs });
      await sleep(pauseMs);
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query("begin");
  await applyMigration(client, migration);
  await client.query("commit");
}

/** A lock timeout, or a deadlock with other statements. */
function isWaiting(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01");
}

/** Other transactions that have been open for longer than a migration waits, the oldest first. */
async function listBlockers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; pid: number; seconds: number }>(
    `select coalesce(application_name, '') as name, pid, extract(epoch from now() - xact_start)::int4 as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start < now() - interval '${TABLE_LOCK_TIMEOUT_MS} milliseconds'
    order by xact_start limit ${BLOCKERS_MAX}`,
  );
  return rows.map(({ name, pid, seconds }) => `${name || "a client"} (pid ${pid}, open for ${seconds} s)`);
}

const BLOCKERS_MAX = 3;

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
