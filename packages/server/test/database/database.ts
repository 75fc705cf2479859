import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { type Connection, clientConfig } from "../../src/platform/storage/connection.ts";
import type { Database } from "../../src/platform/storage/database.ts";
import { openDatabase } from "../../src/platform/storage/pool.ts";
import { atDatabase } from "./database-address.ts";

export type TestDatabase = { database: Database; connection: Connection; drop(): Promise<void> };

/** Enough for tests that run statements concurrently, and few enough for many test files. */
const MAX_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 10_000;

/** Creates a migrated database for one test file. Call it in `beforeAll`, and `drop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { connection: server, template } = inject("testServer");
  const name = `vedette_test_${randomBytes(6).toString("hex")}`;
  // Copying files is faster than logging every page, because the test server does not fsync.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const connection = atDatabase(server, name);
  const database = await openDatabase({
    connection,
    log: silentLogger,
    maxConnections: MAX_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  return {
    database,
    connection,
    drop: async () => {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(server: Connection, statement: string): Promise<void> {
  const client = new Client(clientConfig(server, { name: "vedette test" }));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
