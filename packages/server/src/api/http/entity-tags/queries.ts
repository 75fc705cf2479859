import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Locks the resource `name` until the end of the transaction. */
export const lockResource = (db: Db, name: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
