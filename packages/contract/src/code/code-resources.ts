import type { CodeKind } from "./code-keys.ts";
import type { CodeCredential } from "./code-references.ts";

/** A place in a document: names of fields and indexes of lists. */
export type CodePath = readonly (string | number)[];

/** What is wrong with a document, and where. */
export type CodeError = { path: CodePath; message: string };

/** More errors do not help, and a response has a limit; the last entry counts the others. */
export const CODE_ERRORS_MAX = 5_000;

/** A resource of a document, with the defaults of its kind merged and durations in seconds. */
export type CodeResource = {
  kind: CodeKind;
  key: string;
  /** Where it is in the document: its section and its key. */
  path: CodePath;
  /** As written, apart from the above, with references, credentials and `selector` in place of `on`. */
  fields: Readonly<Record<string, unknown>>;
  protect: boolean;
  ignoreChanges: readonly string[];
  /** Where in the document a field is written, if that is not in the resource: in the defaults, or under a short form. */
  writtenAt: ReadonlyMap<string, CodePath>;
};

/** Returns the place in the document of a field of a resource. */
export function pathOf({ path, writtenAt }: CodeResource, [field, ...rest]: CodePath): CodePath {
  if (field === undefined) return path;
  return [...(writtenAt.get(String(field)) ?? [...path, field]), ...rest];
}

/** Returns a path as a JSON pointer. Source: RFC 6901, section 3. */
export function toPointer(path: CodePath): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function isCredential(value: unknown): value is CodeCredential {
  if (!isObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  if (name === undefined || others.length > 0) return false;
  return name === "keep"
    ? value.keep === true
    : /^(?:env|file)$/.test(name) && typeof value[name] === "string";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
