import type { Config } from "../../platform/config/config.ts";
import { readConfig } from "../../platform/config/read-config.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { createLogger, type Logger } from "../../platform/kernel/logger.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import type { Database } from "../../platform/storage/database.ts";
import { migrate } from "../../platform/storage/migrate.ts";
import { openDatabase } from "../../platform/storage/pool.ts";
import { hasStorage, joinStorage } from "../wiring/storage.ts";

/** A command runs one statement at a time, sometimes a transaction and a query beside it. */
const CONNECTIONS_MAX = 2;
const STATEMENT_TIMEOUT_MS = 30_000;

type Work<T> = (database: Database, config: Config, log: Logger, connection: Connection) => Promise<T>;
type Options = { migrates?: boolean };

/** As `withDatabase`, for a command that needs what an installation has stored: in another folder it creates no database. */
export async function withInstallation<T>(
  env: NodeJS.ProcessEnv,
  work: Work<T>,
  options: Options = {},
): Promise<T> {
  const config = readConfig(env);
  if (!hasStorage(config)) {
    throw new StartError(
      `There is no database in ${config.data.directory}: set VEDETTE_DATA or DATABASE_URL to those of the installation.`,
    );
  }
  return withDatabase(env, work, options);
}

/**
 * Runs a command with the database, whether or not the service is running, and closes everything afterwards.
 */
export async function withDatabase<T>(
  env: NodeJS.ProcessEnv,
  work: Work<T>,
  { migrates = true }: Options = {},
): Promise<T> {
  const config = readConfig(env);
  const log = createLogger("error");
  const storage = await joinStorage(config, log);
  try {
    if (migrates) await migrate(storage.connection, log);
    const database = await openDatabase({
      connection: storage.connection,
      log,
      maxConnections: CONNECTIONS_MAX,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      return await work(database, config, log, storage.connection);
    } finally {
      await database.close();
    }
  } finally {
    await storage.stop();
  }
}
