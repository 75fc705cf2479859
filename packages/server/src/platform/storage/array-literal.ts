/**
 * Formats columns as PostgreSQL array literals, for `${intArray(x)}::int4[]`, in one pass: the conversion of the driver
 * escapes each element separately, which is most of the cost of a batch of 1,000 rows.
 */

/** Formats numbers as `{1,NULL,3}`, for integer types and float8. */
export function intArray(values: readonly (number | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ",";
    text += values[index] ?? "NULL";
  }
  return `${text}}`;
}

/** Formats strings as `{"a",NULL,"b"}`, for text and types with a text form: uuid, timestamptz, jsonb. */
export function textArray(values: readonly (string | null)[]): string {
  let text = "{";
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ",";
    const value = values[index] ?? null;
    text += value === null ? "NULL" : quote(value);
  }
  return `${text}}`;
}

/** Within quotes only these two characters are special. Source: PostgreSQL manual, section 8.15.6. */
const NEEDS_ESCAPE = /["\\]/g;

function quote(value: string): string {
  return `"${value.replace(NEEDS_ESCAPE, "\\$&")}"`;
}
