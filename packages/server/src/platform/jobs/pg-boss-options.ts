import type { ConstructorOptions } from "pg-boss";
import { type Connection, SOCKET_PORT } from "../storage/connection.ts";

/** Where pg-boss keeps its tables, and how it reaches them. */
export const SCHEMA = "pgboss";

/** One for the job that is being fetched or ended, one for pg-boss's own upkeep. */
const CONNECTIONS_MAX = 2;

/** Statements that find nothing to do still cost: all is looked after at the pace of minutes. */
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
