import type { JsonValue } from "../json-path/json-path-model.ts";

/** Deepest nesting that is serialized. The stack allows some ten thousand levels; documents may have more. */
const DEPTH_MAX = 500;

/**
 * Returns the same text for equal values: no spaces, members sorted by name. Returns null if the value is
 * nested deeper than 500 levels.
 */
export function canonicalJson(value: JsonValue, depth = 0): string | null {
  if (depth > DEPTH_MAX) return null;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const parts: string[] = [];
  for (const name of isArray ? value.keys() : Object.keys(value).sort()) {
    const child = isArray ? value[name as number] : value[name as string];
    const text = canonicalJson(child ?? null, depth + 1);
    if (text === null) return null;
    parts.push(isArray ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isArray ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}

/** Returns the same text, counted as one step for each character. */
export function canonicalText(
  value: JsonValue,
  { spend, stop }: { spend(steps: number): void; stop(reason: string): never },
): string {
  const text = canonicalJson(value);
  spend(text?.length ?? 0);
  return text ?? stop("the value is nested too deep to compare it");
}
