import type { JsonValue } from "@vedette/contract/json-path/json-path-model.ts";

/** Deeper keys are rarely part of the shape of an API. */
const DEPTH_MAX = 3;
/** Keys of a body that are listed. */
const KEYS_MAX = 100;
/** Elements of an array that are read: those of one array mostly have the same keys. */
const ELEMENTS_MAX = 5;
/** Values that are visited, at some tens of nanoseconds each. */
const VISITS_MAX = 500;

/** The paths of all keys of a JSON document, sorted, such as `data[].id, meta`. The same for every order of keys. */
export function bodyKeys(document: JsonValue): string {
  const found = new Set<string>();
  let visits = 0;
  const visit = (value: JsonValue, path: string, depth: number) => {
    visits += 1;
    if (visits > VISITS_MAX || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const element of value.slice(0, ELEMENTS_MAX)) visit(element, `${path}[]`, depth);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (found.size >= KEYS_MAX) return;
      const key = path === "" ? name : `${path}.${name}`;
      found.add(key);
      if (depth < DEPTH_MAX) visit(member, key, depth + 1);
    }
  };
  visit(document, "", 1);
  return [...found].sort().join(", ");
}
