import { nearestName } from "../common/nearest-name.ts";
import type { CodeKind } from "./code-keys.ts";
import { type CodeResource, isObject } from "./code-resources.ts";

/** Finds what references of a document are about. */

/** A resource of the document, one elsewhere, or what is wrong. A reference of the wrong shape is none of them. */
export type Found =
  | { at: "document"; resource: CodeResource }
  | { at: "project"; project: string; key: string; kinds: readonly CodeKind[] }
  | { at: "id"; id: string }
  | { at: "nowhere"; message: string | null };

export class ReferenceIndex {
  readonly #project: string;
  readonly #byKey = new Map<string, CodeResource[]>();

  constructor(project: string, resources: readonly CodeResource[]) {
    this.#project = project;
    for (const resource of resources) {
      const same = this.#byKey.get(resource.key);
      if (same) same.push(resource);
      else this.#byKey.set(resource.key, [resource]);
    }
  }

  /** `kinds` are those that the field may refer to; a reference may name one of them. */
  find(reference: unknown, kinds: readonly CodeKind[]): Found {
    if (typeof reference === "string") return this.#findKey(reference, kinds);
    if (!isObject(reference)) return { at: "nowhere", message: null };
    const { id, key, project = this.#project, kind } = reference;
    if (typeof id === "string") return { at: "id", id };
    if (typeof key !== "string" || typeof project !== "string") return { at: "nowhere", message: null };
    const named = kind === undefined ? kinds : kinds.filter((each) => each === kind);
    return project === this.#project
      ? this.#findKey(key, named)
      : { at: "project", project, key, kinds: named };
  }

  #findKey(key: string, kinds: readonly CodeKind[]): Found {
    const found = (this.#byKey.get(key) ?? []).filter(({ kind }) => kinds.includes(kind));
    const [first, second] = found;
    if (first === undefined) return { at: "nowhere", message: this.#unknown(key, kinds) };
    if (second === undefined) return { at: "document", resource: first };
    const written = `{kind: ${first.kind}, key: ${key}}`;
    return {
      at: "nowhere",
      message: `is ambiguous: '${key}' is the key of a ${first.kind} and of a ${second.kind}; write ${written}`,
    };
  }

  #unknown(key: string, kinds: readonly CodeKind[]): string {
    const known = [...this.#byKey].filter(([, some]) => some.some(({ kind }) => kinds.includes(kind)));
    const nearest = nearestName(
      key,
      known.map(([name]) => name),
    );
    const what = kinds.length === 1 ? kinds[0]?.replaceAll("_", " ") : "target";
    return `'${key}' is not the key of a ${what} of this document${nearest === null ? "" : `; did you mean '${nearest}'?`}`;
  }
}
