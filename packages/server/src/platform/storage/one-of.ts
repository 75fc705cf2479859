import { textArray } from "./array-literal.ts";
import { type Sql, sql } from "./sql.ts";

/** Returns a condition that the column has one of these values; empty if no values are given. */
export function andOneOf(column: Sql, values: readonly string[] | undefined): Sql {
  return values ? sql` and ${column} = any (${textArray(values)}::text[])` : sql``;
}
