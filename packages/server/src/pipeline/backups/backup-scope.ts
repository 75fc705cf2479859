import { sql } from "../../platform/storage/sql.ts";

/** What of this product's tables a backup contains. */

/** A restored installation has made no backup yet. */
const NEVER = ["backup"];
/** Each result, run and ping: nine tenths of the rows. Statistics, status changes, alerts and incidents remain. */
const RESULTS = [
  "check_result",
  "closed_day",
  "result_body",
  "run",
  "run_step",
  "artifact",
  "heartbeat_ping",
];

export function tablesWithoutRows(withResults: boolean): ReadonlySet<string> {
  return new Set(withResults ? NEVER : [...NEVER, ...RESULTS]);
}

/** The keys of files that a backup contains: without results, only what later runs are compared with. */
export function fileKeys(withResults: boolean) {
  return withResults
    ? sql`select key from artifact union select key from visual_baseline`
    : sql`select distinct key from visual_baseline`;
}
