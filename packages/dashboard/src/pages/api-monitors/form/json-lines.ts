/** A JSON text as lines to look at, each value with the RFC 9535 path that finds it. Pure. */

export type JsonLine = {
  depth: number;
  /** What stands before the value: `"plan": `; empty within a list and at the top. */
  label: string;
  /** The value as it is written, or the bracket that begins or ends it. */
  text: string;
  /** Null for the end of a list or an object. */
  value: PickedValue | null;
};

/** A value that something can be asserted of. A list or an object is known by being empty or not. */
export type PickedValue = {
  path: string;
  kind: "text" | "number" | "boolean" | "null" | "filled" | "empty";
  value: string | number | boolean | null;
};

/** Null where the text is no JSON, or is nested too deep to be walked. */
export function jsonLines(text: string): JsonLine[] | null {
  try {
    const lines: JsonLine[] = [];
    addLines(lines, { value: JSON.parse(text), path: "$", label: "", depth: 0, end: "" });
    return lines;
  } catch (error) {
    // Whatever is no JSON is shown as it came.
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

/** Names that RFC 9535 takes without quotes, as far as people write them. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function memberSelector(name: string): string {
  if (PLAIN_NAME.test(name)) return `.${name}`;
  // JSON's own escapes are those of a path in double quotes.
  return `[${JSON.stringify(name)}]`;
}
