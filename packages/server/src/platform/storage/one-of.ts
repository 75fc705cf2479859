import { textArray } from "./array-literal.ts";
import { type Sql, sql } from "./sql.ts";

/** A further condition: the column has one of these values. No condition where none are given. */
export function andOneOf(column: Sql, values: readonly string[] | undefined): Sql {
  return values ? sql` and ${column} = any (${textArray(values)}::text[])` : sql``;
}
