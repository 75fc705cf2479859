/** Returns the JSON pointer of a path. Source: RFC 6901, section 3. */
export function jsonPointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns whether a JSON pointer refers to something in the document. Source: RFC 6901, section 4. */
export function pointsInto(document: object, pointer: string): boolean {
  let value: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}
