import { createHash } from "node:crypto";
import type { Db } from "./database.ts";
import { sql } from "./sql.ts";

/** Counts limited actions in fixed time windows in the database, so that all nodes share the counts. */

/** The maximum window; older counts are deleted. */
export const LONGEST_ACTION_WINDOW_MS = 86_400_000;

export type CountedAction = {
  /** What is counted, and for whom: `mails of <id>`. Stored as a hash. */
  subject: string;
  windowMs: number;
  nowMs: number;
  /** Number of actions; default: 1. */
  by?: number;
};

/** Returns the number of actions in the window, including these, and when the window ends. */
export async function countAction(
  db: Db,
  { subject, windowMs, nowMs, by = 1 }: CountedAction,
): Promise<{ actions: number; endsInMs: number }> {
  const hash = createHash("sha256").update(subject).digest();
  const now = new Date(nowMs);
  const windowStart = new Date(nowMs - windowMs);
  const row = await db.find<{ actions: number; since: Date }>(sql`
    insert into rate_limit_counter as known (subject_hash, actions, since) values (${hash}, ${by}, ${now})
    on conflict (subject_hash) do update set
      actions = case when known.since <= ${windowStart} then ${by} else known.actions + ${by} end,
      since = case when known.since <= ${windowStart} then ${now} else known.since end
    returning actions, since`);
  if (!row) throw new Error("counting an action returned no row");
  return { actions: row.actions, endsInMs: Math.max(1_000, row.since.getTime() + windowMs - nowMs) };
}

export const deleteOldActions = (db: Db, before: Date) =>
  db.run(sql`delete from rate_limit_counter where since <= ${before}`);
