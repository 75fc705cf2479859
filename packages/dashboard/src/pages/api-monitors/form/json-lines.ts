/** Lines of a JSON text, each value with its RFC 9535 path. Pure. */

export type JsonLine = {
  depth: number;
  /** Text before the value: `"plan": `; empty in an array and at the top level. */
  label: string;
  /** The literal value, or the opening or closing bracket. */
  text: string;
  /** Null for the end of an array or object. */
  value: PickedValue | null;
};

/** A value for an assertion. For an array or object, whether it is empty. */
export type PickedValue = {
  path: string;
  kind: "text" | "number" | "boolean" | "null" | "filled" | "empty";
  value: string | number | boolean | null;
};

/** Null if the text is not JSON, or nested too deeply. */
export function jsonLines(text: string): JsonLine[] | null {
  try {
    const lines: JsonLine[] = [];
    addLines(lines, { value: JSON.parse(text), path: "$", label: "", depth: 0, end: "" });
    return lines;
  } catch (error) {
    // Text that is not JSON is shown unchanged.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

type Place = { value: unknown; path: string; label: string; depth: number; end: string };

function addLines(lines: JsonLine[], { value, path, label, depth, end }: Place): void {
  if (typeof value !== "object" || value === null) {
    const picked = { path, kind: kindOf(value), value: value as PickedValue["value"] };
    lines.push({ depth, label, text: `${JSON.stringify(value)}${end}`, value: picked });
    return;
  }
  const [begin, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const inner = Array.isArray(value)
    ? value.map((one: unknown, index) => ({ value: one, path: `${path}[${index}]`, label: "" }))
    : Object.entries(value).map(([name, one]: [string, unknown]) => ({
        value: one,
        path: `${path}${memberSelector(name)}`,
        label: `${JSON.stringify(name)}: `,
      }));
  const kind = inner.length === 0 ? "empty" : "filled";
  const text = inner.length === 0 ? `${begin}${close}${end}` : begin;
  lines.push({ depth, label, text, value: { path, kind, value: null } });
  if (inner.length === 0) return;
  for (const [index, one] of inner.entries()) {
    addLines(lines, { ...one, depth: depth + 1, end: index + 1 < inner.length ? "," : "" });
  }
  lines.push({ depth, label: "", text: `${close}${end}`, value: null });
}

function kindOf(value: unknown): PickedValue["kind"] {
  if (value === null) return "null";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "text";
}

/** Names that RFC 9535 allows without quotes (ASCII only). */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function memberSelector(name: string): string {
  if (PLAIN_NAME.test(name)) return `.${name}`;
  // JSON escapes are valid in a double-quoted path.
  return `[${JSON.stringify(name)}]`;
}
