/** Reads values of a document that may hold anything in any place. */

export type DocumentObject = Readonly<Record<string, unknown>>;

const NONE: DocumentObject = Object.freeze({});

export function isObject(value: unknown): value is DocumentObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or one without fields. */
export function objectOf(value: unknown): DocumentObject {
  return isObject(value) ? value : NONE;
}

/** The list, or one without items. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text as it is, a number or a boolean as it is written; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** An own field of an object: a document may ask for `__proto__` and `constructor`. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
