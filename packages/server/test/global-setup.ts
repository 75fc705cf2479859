import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { installJobs } from "../src/platform/jobs/install-jobs.ts";
import { systemClock } from "../src/platform/kernel/clock.ts";
import { createLogger } from "../src/platform/kernel/logger.ts";
import { type Connection, clientConfig } from "../src/platform/storage/connection.ts";
import { startEmbedded } from "../src/platform/storage/embedded/embedded-postgres.ts";
import { externalConnection } from "../src/platform/storage/external.ts";
import { migrate } from "../src/platform/storage/migrate.ts";
import { atDatabase } from "./database/database-address.ts";
import { makeFastFolder } from "./database/fast-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A server whose user may create databases, and the migrated template database. */
    testServer: { connection: Connection; template: string };
  }
}

/** Test data may be lost in a crash, so nothing waits for the disk. */
const FAST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "120",
};

/** Starts one server for the whole test run, with one migrated database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLogger("error");
  const server = await startServer();
  const template = `vedette_template_${process.pid}`;
  try {
    await command(server.connection, `create database ${template}`);
    const connection = atDatabase(server.connection, template);
    await migrate(connection, log);
    await installJobs({ connection, log });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("testServer", { connection: server.connection, template });
  return async () => {
    await command(server.connection, `drop database ${template}`);
    await server.stop();
  };
}

async function startServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  // Runs the tests on an external PostgreSQL. Its user needs CREATEDB.
  const url = process.env.VEDETTE_TEST_DATABASE_URL;
  if (url !== undefined && url !== "") {
    return { connection: await externalConnection(url), stop: async () => {} };
  }
  const directory = await makeFastFolder("vedette-test-");
  const server = await startEmbedded({
    dataDir: join(directory, "data", "postgres"),
    log: createLogger("error"),
    clock: systemClock,
    settings: FAST_SETTINGS,
  });
  return {
    connection: { ...server.connection, database: "postgres", user: "postgres" },
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function command(connection: Connection, text: string): Promise<void> {
  const client = new Client(clientConfig(connection, { name: "vedette test setup" }));
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
