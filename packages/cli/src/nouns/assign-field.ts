import { UsageError } from "../exit-codes.ts";

/** Names that would change the prototype of an object. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Sets the field of `--set field=value`. A point in the name selects a nested field; a value that is JSON is parsed. */
export function assignField(fields: Record<string, unknown>, assignment: string): void {
  const at = assignment.indexOf("=");
  const path = assignment.slice(0, Math.max(at, 0)).split(".");
  const last = path.pop() ?? "";
  if (at < 1 || [...path, last].some((name) => name === "" || FORBIDDEN.has(name)))
    throw new UsageError(`--set is '${assignment}', which is not FIELD=VALUE.`);
  let parent = fields;
  for (const name of path) {
    const next = parent[name];
    const nested: Record<string, unknown> = isObject(next) ? next : {};
    parent[name] = nested;
    parent = nested;
  }
  parent[last] = parseValue(assignment.slice(at + 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A text without quotes.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
