/** One field that a write touched. Null stands for a field that was not there, or is no longer. */
export type FieldChange = { path: string; before: string | null; after: string | null };

type Fields = Readonly<Record<string, unknown>> | null;

/** What a write did, field by field in the order of their names. A field that is the same is left out. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const was = flatten(before);
  const is = flatten(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Objects become dotted paths, as the API names fields; lists are told whole. */
function flatten(fields: Fields): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (isObject(value) && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
    } else if (path !== "") {
      flat.set(path, wordsOf(value));
    }
  };
  walk(fields ?? {}, "");
  return flat;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value, null, 2) ?? "undefined";
}
