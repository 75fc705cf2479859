import type { ClientConfig } from "pg";
import { valueTypes } from "./value-types.ts";

/** Where a PostgreSQL is: the embedded one by its socket, any other by its URL. */
export type Connection = SocketConnection | { url: string };
export type SocketConnection = { socketDir: string; database: string; user: string; password: string };

/** Longest wait for a connection, whether it has to be opened or another one to come free. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The embedded server listens on no TCP port: this number is only part of its socket's name. */
export const SOCKET_PORT = 5_432;
/** How much later than the server the client gives up: only a dead link is not answered by then. */
const ANSWER_GRACE_MS = 2_000;

/** The driver's settings for one connection. No `statementTimeoutMs`: statements may take for ever. */
export function clientConfig(
  connection: Connection,
  { name, statementTimeoutMs }: { name: string; statementTimeoutMs?: number },
): ClientConfig {
  return {
    ...address(connection),
    application_name: name,
    types: valueTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(statementTimeoutMs === undefined
      ? {}
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + ANSWER_GRACE_MS }),
  };
}

function address(connection: Connection): ClientConfig {
  if ("url" in connection) return { connectionString: connection.url };
  const { socketDir, database, user, password } = connection;
  // The port and ssl are said although they are the defaults: the driver would take them from PGPORT and PGSSLMODE.
  return { host: socketDir, port: SOCKET_PORT, database, user, password, ssl: false };
}
