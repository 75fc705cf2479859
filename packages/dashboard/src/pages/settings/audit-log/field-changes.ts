/** A changed field. Null means that the field did not exist before or does not exist any more. */
export type FieldChange = { path: string; before: string | null; after: string | null };

type Fields = Readonly<Record<string, unknown>> | null;

/** Returns the changed fields, sorted by path. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const oldValues = flatten(before);
  const newValues = flatten(after);
  return [...new Set([...oldValues.keys(), ...newValues.keys()])]
    .sort()
    .map((path) => ({ path, before: oldValues.get(path) ?? null, after: newValues.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Flattens objects to dotted paths, as the API names fields. Lists stay one value. */
function flatten(fields: Fields): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (isObject(value) && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
    } else if (path !== "") {
      flat.set(path, formatValue(value));
    }
  };
  walk(fields ?? {}, "");
  return flat;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value, null, 2) ?? "undefined";
}
