/**
 * The database over a pool of connections: the only code that uses the driver for statements. Knows no tables and no
 * product terms.
 */
import { Pool, type PoolClient, type QueryResult } from "pg";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { CONNECT_TIMEOUT_MS, type Connection, clientConfig } from "./connection.ts";
import { ConnectionLimit } from "./connections/connection-limit.ts";
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

/** An idle connection uses 5 MB of the server. One always stays, with its prepared statements. */
const IDLE_TIMEOUT_MS = 5_000;
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
    min: 1,
    max: maxConnections,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // Statements of a transaction are sent together.
    pipeline: true,
  });
  const limited = { pool, limit: new ConnectionLimit(maxConnections, CONNECT_TIMEOUT_MS) };
  pool.on("remove", () => limited.limit.lower(pool.totalCount));
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
    ...statements((statement) => runOnce(limited, statement)),
    transaction: (work) => runTransaction(limited, work),
    executeForeign: (text, values) => withClient(limited, (client) => client.query(text, values)),
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

type LimitedPool = { pool: Pool; limit: ConnectionLimit };

async function runOnce(limited: LimitedPool, statement: Sql): Promise<QueryResult> {
  return withClient(limited, (client) => execute(client, statement));
}

async function withClient(
  limited: LimitedPool,
  work: (client: PoolClient) => Promise<QueryResult>,
): Promise<QueryResult> {
  const client = await borrow(limited);
  let failed = false;
  try {
    return await work(client);
  } catch (error) {
    failed = isConnectionDoubtful(error);
    throw error;
  } finally {
    client.release(failed);
    limited.limit.leave();
  }
}

async function runTransaction<T>(limited: LimitedPool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await borrow(limited);
  const transaction = new Transaction(client);
  try {
    const result = await work(transaction.db);
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    client.release(!(await transaction.rollBack()));
    throw error;
  } finally {
    limited.limit.leave();
  }
}

async function borrow({ pool, limit }: LimitedPool): Promise<PoolClient> {
  try {
    await limit.enter();
  } catch (error) {
    throw translateError(error);
  }
  try {
    return await pool.connect();
  } catch (error) {
    limit.leave();
    throw translateError(error);
  }
}

async function endPool(pool: Pool): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  await Promise.race([pool.end(), late]);
  clearTimeout(timer);
}
