import type { ConstructorOptions } from "pg-boss";
import { type Connection, SOCKET_PORT } from "../storage/connection.ts";

/** The schema of pg-boss. */
export const SCHEMA = "pgboss";

/** Statements cost even if they find nothing to do, so maintenance runs at intervals of minutes. */
export const QUIET: ConstructorOptions = {
  schema: SCHEMA,
  superviseIntervalSeconds: 60,
  maintenanceIntervalSeconds: 3_600,
  monitorIntervalSeconds: 60,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 10,
  queueCacheIntervalSeconds: 300,
};

/** For the installation, whose statements may take longer than those of the service. */
export function pgBossOptions(connection: Connection): ConstructorOptions {
  return { ...address(connection), ...QUIET, max: 1, application_name: "vedette jobs" };
}

function address(connection: Connection): ConstructorOptions {
  if ("url" in connection) return { connectionString: connection.url };
  const { socketDir, database, user, password } = connection;
  return { host: socketDir, port: SOCKET_PORT, database, user, password, ssl: false };
}
