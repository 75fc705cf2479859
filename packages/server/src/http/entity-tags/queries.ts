import type { Db } from "../../storage/database.ts";
import { sql } from "../../storage/sql.ts";

/** Lets one transaction at a time change the resource `name`, until it ends. */
export const lockResource = (db: Db, name: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
