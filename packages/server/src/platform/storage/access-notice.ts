import type { Db } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * The word to all nodes that somebody may no longer do what he could: event streams that are open ask again whether they
 * may go on. Requests need no such word: each looks its session up, and a key is believed for no longer than whoever takes
 * it back waits with his answer.
 */
export const ACCESS_CHANNEL = "access_changed";

/** Heard when the transaction commits. `null` stands for every organization. */
export const notifyAccessChanged = (db: Db, orgId: string | null) =>
  db.run(sql`select pg_notify(${ACCESS_CHANNEL}, ${orgId ?? ""})`);
