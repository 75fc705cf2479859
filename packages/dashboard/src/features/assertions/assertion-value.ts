import { isNumeric, takesList, valueKindOf } from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";

type Comparison = Pick<Assertion, "type" | "operator">;
type Value = Assertion["value"];
type Scalar = string | number | boolean | null;

/**
 * Returns the value that a text means to an assertion:
 *
 * - A number, if the assertion compares numbers. The server rejects any other text.
 * - The text itself, for headers, bodies, `contains` and `matches`.
 * - For equality of a JSON value: `5`, `true` and `null` are a number, a boolean and null, `"5"` is a text. Any other
 *   text is itself.
 * - For a list: each line, by the rules above.
 * - For a JSON Schema: the object. The server rejects a text that is none.
 */
export function parseValue({ type, operator }: Comparison, text: string): NonNullable<Value> | null {
  if (valueKindOf(type, operator) === "schema") return parseSchema(text);
  if (!takesList(operator)) return parseScalar({ type, operator }, text);
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => parseScalar({ type, operator }, line));
}

function parseScalar({ type, operator }: Comparison, text: string): Scalar {
  const kind = valueKindOf(type, operator);
  if (kind === "number" && isNumeric(text)) return Number(text);
  // A text is a valid limit of a JSON value if it is numeric.
  return kind === "json" || (kind === "number" && type === "json_path") ? scalarOf(text) : text;
}

/** Returns the text that means a value. A text that would mean something else is quoted. */
export function formatValue({ value, ...comparison }: Comparison & { value: Value }): string {
  if (Array.isArray(value)) return value.map((each) => formatScalar(comparison, each)).join("\n");
  if (typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  return formatScalar(comparison, value);
}

function formatScalar(comparison: Comparison, value: Scalar): string {
  if (value === null) return valueKindOf(comparison.type, comparison.operator) === "json" ? "null" : "";
  if (typeof value !== "string") return String(value);
  return parseScalar(comparison, value) === value ? value : JSON.stringify(value);
}

function parseSchema(text: string): NonNullable<Value> {
  try {
    return JSON.parse(text) as NonNullable<Value>;
  } catch {
    return text;
  }
}

function scalarOf(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text);
    const isScalar =
      value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    return isScalar ? (value as Scalar) : text;
  } catch {
    // Most texts are not JSON.
    return text;
  }
}
