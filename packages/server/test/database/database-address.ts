import type { Connection } from "../../src/platform/storage/connection.ts";

/** Returns the connection to another database on the same server. */
export function atDatabase(connection: Connection, database: string): Connection {
  if (!("url" in connection)) return { ...connection, database };
  // Not with URL, because Node cannot parse postgres://user@/database?host=/socket/folder.
  return { url: connection.url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`) };
}
