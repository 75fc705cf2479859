import type { JsonValue } from "../json-path/json-path-model.ts";

export type SchemaObject = { readonly [keyword: string]: JsonValue };
export type JsonSchema = boolean | SchemaObject;

/** A value and its JSON Pointer in the document. Source of the form: RFC 6901. */
export type At<Value extends JsonValue = JsonValue> = { value: Value; path: string };

/** What the keywords of one validation share. */
export type SchemaScope = {
  findReferenced: FindReferenced;
  /** Number of schemas around the current one. */
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

/** Returns how a violation names the place of a value. */
export function placeOf({ path }: Pick<At, "path">): string {
  return path === "" ? "the document" : path;
}

export function isJsonObject(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSchema(value: JsonValue | undefined): value is JsonSchema & JsonValue {
  return typeof value === "boolean" || isJsonObject(value);
}

/** Returns the schema that a local reference such as `#/$defs/price` or `#name` points at; undefined if there is none. */
export type FindReferenced = (reference: string) => JsonSchema | undefined;

/** Looks up each reference once, because a schema of a list applies it to every element. */
export function createReferences(root: JsonSchema): FindReferenced {
  const known = new Map<string, JsonSchema | undefined>();
  let anchors: ReadonlyMap<string, JsonSchema> | null = null;
  function find(reference: string): JsonSchema | undefined {
    const pointer = reference.startsWith("#") ? decodeText(reference.slice(1)) : null;
    if (pointer === null) return undefined;
    if (pointer === "" || pointer.startsWith("/")) return atPointer(root, pointer);
    anchors ??= anchorsIn(root as JsonValue, new Map());
    return anchors.get(pointer);
  }
  return (reference) => {
    if (!known.has(reference)) known.set(reference, find(reference));
    return known.get(reference);
  };
}

function atPointer(root: JsonSchema, pointer: string): JsonSchema | undefined {
  let found: JsonValue | undefined = root as JsonValue;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isContainer: boolean = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = isContainer ? (found as Record<string, JsonValue>)[name] : undefined;
  }
  return isSchema(found) ? found : undefined;
}

function anchorsIn(value: JsonValue, found: Map<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  if (typeof value !== "object" || value === null) return found;
  if (isJsonObject(value) && typeof value.$anchor === "string") found.set(value.$anchor, value);
  for (const child of Object.values(value)) anchorsIn(child, found);
  return found;
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
