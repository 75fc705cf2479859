/**
 * Columns as PostgreSQL array literals, for `${intArray(x)}::int4[]`. Made by one pass and a join: the
 * driver's own conversion escapes every element alone, which is most of the cost of a batch of 1,000 rows.
 */

/** Numbers as `{1,NULL,3}`. Serves the integer types and float8. */
export function intArray(values: readonly (number | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ",";
    text += values[index] ?? "NULL";
  }
  return `${text}}`;
}

/** Strings as `{"a",NULL,"b"}`. Serves text and all that is written as text: uuid, timestamptz, jsonb. */
export function textArray(values: readonly (string | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ",";
    const value = values[index] ?? null;
    text += value === null ? "NULL" : quote(value);
  }
  return `${text}}`;
}

/** Inside quotes only these two mean anything. Source: PostgreSQL manual, section 8.15.6. */
const NEEDS_ESCAPE = /["\\]/g;

function quote(value: string): string {
  return `"${value.replace(NEEDS_ESCAPE, "\\$&")}"`;
}
