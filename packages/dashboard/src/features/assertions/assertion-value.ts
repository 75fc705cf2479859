import { isNumeric, valueKindOf } from "@vedette/contract/assertions/assertion-rules.ts";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";

type Comparison = Pick<Assertion, "type" | "operator">;
type Value = Assertion["value"];

/**
 * Returns the value that a text means to an assertion:
 *
 * - A number, if the assertion compares numbers. The server rejects any other text.
 * - The text itself, for headers, bodies, `contains` and `matches`.
 * - For equality of a JSON value: `5` and `true` are a number and a boolean, `"5"` is a text. Any other text is itself.
 */
export function parseValue({ type, operator }: Comparison, text: string): string | number | boolean {
  const kind = valueKindOf(type, operator);
  if (kind === "number" && isNumeric(text)) return Number(text);
  // A text is a valid limit of a JSON value if it is numeric.
  return kind === "json" || (kind === "number" && type === "json_path") ? scalarOf(text) : text;
}

/** Returns the text that means a value. A text that would mean something else is quoted. */
export function formatValue({ value, ...comparison }: Comparison & { value: Value }): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  return parseValue(comparison, value) === value ? value : JSON.stringify(value);
}

function scalarOf(text: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isScalar = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    return isScalar ? (value as string | number | boolean) : text;
  } catch {
    // Most texts are not JSON.
    return text;
  }
}
