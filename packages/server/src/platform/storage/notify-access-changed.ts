import type { Db } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * Notifies all nodes that access was revoked: open event streams check again whether they may continue. Requests do not
 * depend on it: each request looks up its session, and a revoked API key is cached no longer than the revoking request
 * waits before its response.
 */
export const ACCESS_CHANNEL = "access_changed";

/** Delivered when the transaction commits. `null` means every organization. */
export const notifyAccessChanged = (db: Db, orgId: string | null) =>
  db.run(sql`select pg_notify(${ACCESS_CHANNEL}, ${orgId ?? ""})`);
