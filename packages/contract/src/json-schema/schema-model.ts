import type { JsonValue } from "../json-path/json-path-model.ts";

export type SchemaObject = { readonly [keyword: string]: JsonValue };
export type JsonSchema = boolean | SchemaObject;

/** A value and its JSON Pointer in the document. Source of the form: RFC 6901. */
export type At<Value extends JsonValue = JsonValue> = { value: Value; path: string };

/** What the keywords of one validation share. */
export type SchemaScope = {
  /** The document that references such as `#/$defs/price` are looked up in. */
  root: JsonSchema;
  /** Schemas around the current one. */
  depth: number;
  /** Counts work; throws `StepBudgetSpent` when there is none left. */
  spend(steps: number): void;
  /** Throws `StepBudgetSpent` with a reason. */
  stop(reason: string): never;
  /** Returns whether a pattern in RE2 syntax matches anywhere in a text. */
  search(pattern: string, text: string): boolean;
  /** Returns the first violation of a value; null if it is valid. */
  apply(schema: JsonSchema, at: At, scope: SchemaScope): string | null;
};

export function isObject(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSchema(value: JsonValue | undefined): value is JsonSchema & JsonValue {
  return typeof value === "boolean" || isObject(value);
}

/** Returns the members of a keyword that holds named schemas, such as `properties`. */
export function namedSchemas(value: JsonValue | undefined): [name: string, schema: JsonSchema][] {
  return isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonSchema & JsonValue] => isSchema(entry[1]))
    : [];
}

/** Returns the schema that a local reference such as `#/$defs/price` or `#name` points at; undefined if there is none. */
export function findReferenced(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith("#")) return undefined;
  const pointer = decodeText(reference.slice(1));
  if (pointer === null) return undefined;
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return findAnchor(root as JsonValue, pointer);
  let found: JsonValue | undefined = root as JsonValue;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isContainer: boolean = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = isContainer ? (found as Record<string, JsonValue>)[name] : undefined;
  }
  return isSchema(found) ? found : undefined;
}

function findAnchor(value: JsonValue, name: string): JsonSchema | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isObject(value) && value.$anchor === name) return value;
  for (const child of Object.values(value)) {
    const found = findAnchor(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
