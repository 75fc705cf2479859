import { createHash } from "node:crypto";
import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import { TARGETS } from "@vedette/contract/code/to-create-request.ts";
import type { ResourceRow } from "../queries.ts";

/** How a project refers to resources, by key, by project and key, or by ID, and to people, by their email addresses. */

export type OwnedKey = { project: string; kind: CodeKind; key: string };

export type MemberEmail = { id: string; email: string };

export class ReferenceNames {
  readonly #project: string;
  readonly #byId = new Map<string, OwnedKey>();
  readonly #ids = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  readonly #people = new Map<string, string>();

  constructor(
    project: string,
    {
      owned,
      members,
    }: {
      owned: readonly Pick<ResourceRow, "project" | "kind" | "key" | "resource_id">[];
      members: readonly MemberEmail[];
    },
  ) {
    for (const { id, email } of members) {
      this.#emails.set(id, email);
      this.#people.set(email.toLowerCase(), id);
    }
    this.#project = project;
    for (const { resource_id: id, ...named } of owned) if (named.project !== project) this.add(id, named);
  }

  add(id: string, named: OwnedKey): void {
    this.#byId.set(id, named);
    this.#ids.set(resourceName(named), id);
  }

  /** Returns the ID of a resource of another project, or null. */
  find(project: string, key: string, kinds: readonly CodeKind[]): string | null {
    for (const kind of kinds) {
      const id = this.#ids.get(resourceName({ project, kind, key }));
      if (id !== undefined) return id;
    }
    return null;
  }

  /** Returns the ID of the member with an email address, or null. */
  findPerson(email: string): string | null {
    return this.#people.get(email.toLowerCase()) ?? null;
  }

  /** Returns the email address of a member. Another person has no name in a document. */
  referPerson(id: string): unknown {
    return this.#emails.get(id) ?? { id };
  }

  /** Returns the reference that a document has for an ID. */
  refer(id: string): unknown {
    const named = this.#byId.get(id);
    if (named === undefined) return { id };
    const { project, kind, key } = named;
    const isTarget = TARGETS.some((each) => each === kind);
    const others = isTarget ? TARGETS.filter((each) => each !== kind) : [];
    const isAmbiguous = this.find(project, key, others) !== null;
    if (project !== this.#project) return { project, key, ...(isAmbiguous && { kind }) };
    return isAmbiguous ? { kind, key } : key;
  }
}

function resourceName({ project, kind, key }: OwnedKey): string {
  return `${project} ${kind} ${key}`;
}

/** Stands for the ID of a resource that does not exist yet. The same resource has the same one in each plan. */
export function provisionalId({ project, kind, key }: OwnedKey): string {
  const hex = createHash("sha256").update(resourceName({ project, kind, key })).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
