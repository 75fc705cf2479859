import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import type { CodeRequest } from "@vedette/contract/code/to-create-request.ts";
import type { AuditTarget } from "@vedette/contract/people/audit-actions.ts";
import type { CodeContext } from "../code-context.ts";

/**
 * The writable fields of a resource in one normal form: with all defaults, with IDs, and with a mark in place of each
 * credential. Plans compare them, and exports are made of them.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** In place of a credential: its fingerprint. */
export type SecretMark = { $secret: string };

/** The fingerprint of a value that cannot be read back. */
export const UNREADABLE = "unreadable";

export type Live = {
  id: string;
  name: string;
  fields: Fields;
  /** Returns the value of a credential, `UNREADABLE`, or null if there is none. The path is inside of the resource. */
  secretAt(path: CodePath): string | null;
};

/** A value that stays as it is and cannot be read back. */
export const KEPT: unique symbol = Symbol("kept");

/** What planning and applying need to know of a kind of resource. */
export type Kind = {
  kind: CodeKind;
  auditType: AuditTarget["type"];
  /** Returns those of the resources that exist; null for all of the organization. */
  list(ctx: CodeContext, ids: readonly string[] | null): Promise<Live[]>;
  /** Returns the fields that a valid create request leads to. `live` is the resource that exists. */
  normalize(ctx: CodeContext, request: CodeRequest, live: Live | null): Promise<Fields>;
  /** Creates the resource and returns its ID. */
  create(ctx: CodeContext, request: CodeRequest): Promise<string>;
  /** Changes the named fields to what the request leads to. */
  update(ctx: CodeContext, live: Live, change: Change): Promise<void>;
  remove(ctx: CodeContext, id: string): Promise<void>;
};

export type Change = { names: readonly string[]; wanted: Fields; request: CodeRequest };

export function mark(fingerprint: string): SecretMark {
  return { $secret: fingerprint };
}

export function isMark(value: unknown): value is SecretMark {
  return typeof value === "object" && value !== null && "$secret" in value;
}

export function pick(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Returns a value as it is after it was stored as JSON. */
export function asJson(fields: object): Fields {
  return JSON.parse(JSON.stringify(fields)) as Fields;
}

/** Those of the rows that are asked for; null for all. */
export function only<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[] | null,
): readonly Row[] {
  if (ids === null) return rows;
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
