import type { Connection } from "../../src/platform/storage/connection.ts";

/** The same server, another database. */
export function atDatabase(connection: Connection, database: string): Connection {
  if (!("url" in connection)) return { ...connection, database };
  // By hand, for postgres://user@/database?host=/socket/folder is no URL to Node.
  return { url: connection.url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`) };
}
