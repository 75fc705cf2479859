import { textArray } from "./array-literal.ts";
import { type Sql, sql } from "./sql.ts";

/** Returns a condition that the column has one of these values; empty if no values are given. */
export function andOneOf(column: Sql, values: readonly string[] | undefined): Sql {
  return values ? sql` and ${column} = any (${textArray(values)}::text[])` : sql``;
}

/**
 * Returns a condition that the column has one of these values of an array type, such as `uuid[]`. Compares a single value by
 * equality: the planner then knows that it reads one row, and keeps its plan instead of making one for each request.
 */
export function isOneOf(column: Sql, values: readonly (string | number)[], type: Sql): Sql {
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any (${textArray(values.map(String))}::${type})`;
}
