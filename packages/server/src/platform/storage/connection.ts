import type { ClientConfig } from "pg";
import { valueTypes } from "./values/value-types.ts";

/** The location of a PostgreSQL server: a socket for the embedded one, a URL for any other. */
export type Connection = SocketConnection | { url: string };
export type SocketConnection = { socketDir: string; database: string; user: string; password: string };

/** Maximum wait for a connection, whether a new one or one from the pool. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** The embedded server listens on no TCP port: this number is only part of the name of its socket. */
export const SOCKET_PORT = 5_432;
/** How much longer than the server the client waits before it gives up: by then, only a dead link has not responded. */
const RESPONSE_GRACE_MS = 2_000;

/** Returns the driver settings of one connection. Without `statementTimeoutMs`, statements have no timeout. */
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
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + RESPONSE_GRACE_MS }),
  };
}

function address(connection: Connection): ClientConfig {
  if ("url" in connection) return { connectionString: connection.url };
  const { socketDir, database, user, password } = connection;
  // Port and ssl are set explicitly because the driver would read them from PGPORT and PGSSLMODE.
  return { host: socketDir, port: SOCKET_PORT, database, user, password, ssl: false };
}
