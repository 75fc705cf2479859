import { type DocumentObject, fieldOf, isObject, objectOf } from "../document-value.ts";

/**
 * Maximum length of a chain of references, as documents with many files have them; a longer one is circular.
 */
const HOPS_MAX = 20;

/** Follows local `$ref`s; calls `onUnresolved` for a remote or circular one and returns an empty object. */
export type ResolveRef = (value: unknown, where?: string) => DocumentObject;

export function createResolveRef(
  document: DocumentObject,
  onUnresolved: (isRemote: boolean, where: string | undefined) => void,
): ResolveRef {
  return (value, where) => {
    let current: unknown = value;
    for (let hop = 0; hop < HOPS_MAX; hop++) {
      const ref = isObject(current) ? current.$ref : undefined;
      if (typeof ref !== "string") return objectOf(current);
      if (!ref.startsWith("#")) {
        onUnresolved(true, where);
        return {};
      }
      current = at(document, ref);
    }
    onUnresolved(false, where);
    return {};
  };
}

/** Resolves a JSON pointer in a fragment. Source: RFC 6901, section 6. */
function at(document: DocumentObject, ref: string): unknown {
  let pointer: string;
  try {
    pointer = decodeURIComponent(ref.slice(1));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => fieldOf(value, part), document);
}
