import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Lets one transaction at a time change the resource `name`, until it ends. */
export const lockResource = (db: Db, name: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
