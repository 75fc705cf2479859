import { isDeepStrictEqual } from "node:util";
import { CREATE_REQUESTS } from "@vedette/contract/code/validate-resource.ts";
import type { CodeContext } from "../code-context.ts";
import { type Fields, isMark, KEPT, type Kind, type Live } from "../kinds/kind.ts";

/** Leaves out of a resource what the API has as default, so that an export is as short as a document of a person. */

/** A request without a field reports it, then perhaps one that depends on it. */
const ROUNDS_MAX = 4;

export async function foldDefaults(ctx: CodeContext, kind: Kind, live: Live): Promise<Fields> {
  const { fields } = live;
  const minimal = requiredOf(kind, live);
  if (minimal === null) return fields;
  const defaults = await normalized(ctx, kind, live, minimal);
  const folded: Record<string, unknown> = { ...minimal };
  for (const [name, value] of Object.entries(fields))
    if (!isDeepStrictEqual(value, defaults[name] ?? null)) folded[name] = value;
  const result = await normalized(ctx, kind, live, folded);
  // A default that depends on another field is written after all.
  for (const [name, value] of Object.entries(fields))
    if (!isDeepStrictEqual(value, result[name] ?? null)) folded[name] = value;
  return folded;
}

/** Returns the fields without which the create request is not valid, or null if the request needs more than fields. */
function requiredOf({ kind }: Kind, live: Live): Fields | null {
  let minimal: Record<string, unknown> = {};
  for (const name of ["type", "name", "title", "slug"])
    if (name in live.fields) minimal[name] = live.fields[name];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { success, error } = CREATE_REQUESTS[kind].safeParse(toBody(minimal, live));
    if (success) return minimal;
    const missing = error.issues.map(({ path }) => String(path[0])).filter((name) => name in live.fields);
    if (missing.every((name) => name in minimal)) return null;
    minimal = { ...minimal, ...Object.fromEntries(missing.map((name) => [name, live.fields[name]])) };
  }
  return null;
}

function normalized(ctx: CodeContext, kind: Kind, live: Live, fields: Fields): Promise<Fields> {
  const { groups, components, ...body } = toBody(fields, live);
  const page = { groups: listOf(groups), components: listOf(components) };
  return kind.normalize(ctx, kind.kind === "status_page" ? { body, page } : { body }, live);
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

/** With values in place of marks. */
function toBody(fields: Fields, live: Live): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, withValues(value, [name], live)]),
  );
}

function withValues(value: unknown, path: string[], live: Live): unknown {
  if (isMark(value)) return kept(live.secretAt(path), value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withValues(each, [...path, name], live)]),
  );
}

function kept(value: string | null, { $secret }: { $secret: string }): unknown {
  return value === null || value === $secret || value === "unreadable" ? KEPT : value;
}
