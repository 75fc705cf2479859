/** Reads values of an untrusted document, whose fields may have any type. */

export type DocumentObject = Readonly<Record<string, unknown>>;

const NONE: DocumentObject = Object.freeze({});

export function isObject(value: unknown): value is DocumentObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object, or an empty one. */
export function objectOf(value: unknown): DocumentObject {
  return isObject(value) ? value : NONE;
}

/** Returns the list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string as is, a number or a boolean as text, and null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Returns an own field of an object, because a document may contain `__proto__` and `constructor`. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
