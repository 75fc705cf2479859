/**
 * The database over a pool of connections: the only code that uses the driver for statements. Knows no tables and no
 * product terms.
 */
import { Pool, type PoolClient, type QueryResult } from "pg";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { type Connection, clientConfig } from "./connection.ts";
import type { Database, Db } from "./database.ts";
import { isConnectionDoubtful, translateError } from "./database-errors.ts";
import { connectDedicated } from "./dedicated-client.ts";
import { NotificationListener } from "./listener.ts";
import { type Sql, sql } from "./sql.ts";
import { execute, statements } from "./statement.ts";
import { Transaction } from "./transaction.ts";

export type DatabaseOptions = {
  connection: Connection;
  log: Logger;
  maxConnections: number;
  /** The server cancels a statement that takes longer, and its caller gets SERVICE_UNAVAILABLE. */
  statementTimeoutMs: number;
};

/** An idle connection uses 4 MB of the server and keeps its prepared statements: those in use each minute stay. */
const IDLE_TIMEOUT_MS = 60_000;
/** A server process grows with the catalog entries it has cached; hourly renewal keeps it small. */
const LIFETIME_SECONDS = 3_600;
/** Maximum wait for statements in progress when the database is closed. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Opens the database and verifies with one statement that it responds. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connection, log, maxConnections, statementTimeoutMs } = options;
  const config = clientConfig(connection, { name: "vedette", statementTimeoutMs });
  const pool = new Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // Statements of a transaction are sent together.
    pipeline: true,
  });
  let isClosing = false;
  pool.on("error", (error) => {
    // The server may close the connection before our close reaches it.
    if (!isClosing) log.warn("database.idle_connection_lost", errorFacts(error));
  });
  // A connection that is lost while in use fails its statement, which reports the error to the caller: without its own
  // listener the same error would also crash the process.
  pool.on("connect", (client) => client.on("error", () => undefined));

  const listener = new NotificationListener((onLost) => connectDedicated(config, onLost), log);
  const database: Database = {
    ...statements((statement) => runOnce(pool, statement)),
    transaction: (work) => runTransaction(pool, work),
    listen: (channel, handler) => listener.listen(channel, handler),
    session: (onLost, own = {}) =>
      connectDedicated(clientConfig(connection, { name: "vedette", statementTimeoutMs, ...own }), onLost),
    close: async () => {
      isClosing = true;
      await listener.close();
      await endPool(pool);
    },
  };
  try {
    await database.run(sql`select 1`);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function runOnce(pool: Pool, statement: Sql): Promise<QueryResult> {
  const client = await borrow(pool);
  let failed = false;
  try {
    return await execute(client, statement);
  } catch (error) {
    failed = isConnectionDoubtful(error);
    throw error;
  } finally {
    client.release(failed);
  }
}

async function runTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await borrow(pool);
  const transaction = new Transaction(client);
  try {
    const result = await work(transaction.db);
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    client.release(!(await transaction.rollBack()));
    throw error;
  }
}

async function borrow(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translateError(error);
  }
}

async function endPool(pool: Pool): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  await Promise.race([pool.end(), late]);
  clearTimeout(timer);
}
