import { type Sql, sql } from "../sql.ts";

/** Returns SQL for an instant as the API writes it. */
export const timestampOf = (instant: Sql): Sql =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
