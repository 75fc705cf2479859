import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { Client } from "pg";
import type { BackupPlan } from "../../src/pipeline/backups/make-backup.ts";
import { type Connection, clientConfig } from "../../src/platform/storage/connection.ts";
import { atDatabase } from "../database/database-address.ts";

/** A key of age takes less time than a passphrase, which is made slow to guess. */
export async function newAgeKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export const PASSPHRASE = "correct horse battery staple";

/** A plan for backups of a database into a folder, without files of runs unless `artifacts` has some. */
export function planOf(connection: Connection, folder: string, change: Partial<BackupPlan> = {}): BackupPlan {
  return {
    connection,
    location: `${folder}/`,
    bucket: { region: "us-east-1", endpoint: null, isPathStyle: false, credentials: null },
    key: PASSPHRASE,
    withResults: true,
    artifacts: { directory: join(folder, "artifacts"), freeBytesMin: 0 },
    version: "0.1.0",
    ...change,
  };
}

export async function newFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "vedette-backup-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An empty database on the test server. */
export async function emptyDatabase(
  server: Connection,
  name: string,
): Promise<{ connection: Connection; drop(): Promise<void> }> {
  await withClient(server, (client) => client.query(`create database ${name}`));
  return {
    connection: atDatabase(server, name),
    drop: () =>
      withClient(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/**
 * The number of rows of each table and a hash of them that does not depend on their order; at an exported snapshot of
 * another transaction, if one is given.
 */
export function hashTables(connection: Connection, snapshotId?: string): Promise<Record<string, string>> {
  return withClient(connection, async (client) => {
    await client.query("begin isolation level repeatable read, read only");
    if (snapshotId !== undefined) await client.query(`set transaction snapshot '${snapshotId}'`);
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from "${name}" t`,
      );
      hashes[name] = rows[0].hash;
    }
    return hashes;
  });
}

/** What PostgreSQL knows about the tables apart from their rows. */
export function describeSchema(connection: Connection): Promise<Record<string, unknown[]>> {
  const statements = {
    constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
    indexes: `select tablename, count(*)::int4 as count from pg_indexes where schemaname = 'public'
      group by 1 order by 1`,
    triggers: `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger
      where not tgisinternal order by 1, 2`,
    partitions: `select relname, reloptions, pg_get_expr(relpartbound, oid) as bound from pg_class
      where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  };
  return withClient(connection, async (client) => {
    const found: Record<string, unknown[]> = {};
    for (const [name, text] of Object.entries(statements)) found[name] = (await client.query(text)).rows;
    return found;
  });
}

export function readSequences(connection: Connection): Promise<unknown[]> {
  return withClient(connection, async (client) => {
    const text = "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1";
    return (await client.query(text)).rows;
  });
}

async function withClient<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(clientConfig(connection, { name: "vedette test" }));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
