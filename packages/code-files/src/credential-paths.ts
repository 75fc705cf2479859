import type { CodeCredential } from "@vedette/contract/code/code-references.ts";
import { type CodePath, isCredential, toPointer } from "@vedette/contract/code/code-resources.ts";

/** Where a document may have a credential in place of a value, as keys of its paths; `*` is any key. */
const PATTERNS: readonly (readonly string[])[] = [
  ["secrets", "*"],
  ["heartbeats", "*", "push_token"],
  ["heartbeats", "*", "ping_uuid"],
  ["status_pages", "*", "password"],
];

/** Whether the value at a path of the document may be `{env: …}`, `{file: …}` or `{keep: true}`. */
export function isCredentialPath(path: CodePath): boolean {
  if (path[0] === "channels" && path[2] === "config") return path.length > 3;
  return PATTERNS.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((part, index) => part === "*" || part === path[index]),
  );
}

export type PlacedCredential = { path: CodePath; pointer: string; credential: CodeCredential };

/** Returns all credentials of a document in its order. */
export function listCredentials(document: unknown): PlacedCredential[] {
  const found: PlacedCredential[] = [];
  const visit = (value: unknown, path: CodePath): void => {
    if (typeof value !== "object" || value === null) return;
    if (isCredentialPath(path) && isCredential(value)) {
      found.push({ path, pointer: toPointer(path), credential: value });
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      visit(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  const sections = typeof document === "object" && document !== null ? document : {};
  for (const name of ["secrets", "channels", "heartbeats", "status_pages"]) {
    visit((sections as Record<string, unknown>)[name], [name]);
  }
  return found;
}
