import type { ConstructorOptions } from "pg-boss";
import { type Connection, SOCKET_PORT } from "../storage/connection.ts";

/** The schema of pg-boss and its connection settings. */
export const SCHEMA = "pgboss";

/** One for fetching and completing jobs, one for the maintenance of pg-boss. */
const CONNECTIONS_MAX = 2;

/** Statements cost even if they find nothing to do, so maintenance runs at intervals of minutes. */
const QUIET: ConstructorOptions = {
  schema: SCHEMA,
  max: CONNECTIONS_MAX,
  application_name: "vedette jobs",
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: 3_600,
  monitorIntervalSeconds: 60,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 10,
  queueCacheIntervalSeconds: 300,
};

export function pgBossOptions(connection: Connection): ConstructorOptions {
  return { ...address(connection), ...QUIET };
}

function address(connection: Connection): ConstructorOptions {
  if ("url" in connection) return { connectionString: connection.url };
  const { socketDir, database, user, password } = connection;
  return { host: socketDir, port: SOCKET_PORT, database, user, password, ssl: false };
}
