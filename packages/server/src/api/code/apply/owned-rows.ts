import type { CodeResource } from "@vedette/contract/code/code-resources.ts";
import type { CodeContext } from "../code-context.ts";
import { type Fields, isMark, UNREADABLE } from "../kinds/kind.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import type { BuiltPlan } from "../plan/build-plan.ts";
import type { ResourceRow } from "../queries.ts";

export type OwnedRow = Omit<ResourceRow, "project">;

/** Returns what the project owns after an apply, with the fields as they are live now. */
export async function ownedRows(
  ctx: CodeContext,
  kinds: Kinds,
  {
    items,
    leftovers,
    state,
    ids,
    sourceOf,
    keeps,
  }: Pick<BuiltPlan, "items" | "leftovers" | "state"> & {
    ids: ReadonlyMap<CodeResource, string>;
    sourceOf(resource: CodeResource): string | null;
    /** Resources that are not in the document stay in the project. */
    keeps: boolean;
  },
): Promise<OwnedRow[]> {
  const touched = items.filter(({ action }) => action !== "unchanged");
  const byKind = Map.groupBy(touched, ({ resource }) => resource.kind);
  const fresh = new Map<string, Fields>();
  for (const [name, some] of byKind) {
    const listed = some.flatMap(({ resource }) => ids.get(resource) ?? []);
    for (const live of await adapterOf(kinds, name).list(ctx, listed)) fresh.set(live.id, live.fields);
  }
  const owned = items.map(({ resource, live, wanted }): OwnedRow => {
    const id = ids.get(resource) ?? "";
    const { kind, key, protect, ignoreChanges: ignore_changes } = resource;
    const applied = readable(fresh.get(id) ?? live?.fields ?? {}, wanted);
    return { kind, key, resource_id: id, applied, protect, ignore_changes, source: sourceOf(resource) };
  });
  const written = new Set(owned.map(({ kind, key }) => `${kind} ${key}`));
  const kept = [...state.rows].flatMap(([name, { row }]) => (keeps && !written.has(name) ? [row] : []));
  const gone = new Set(leftovers.map(({ row }) => row));
  return [...owned, ...kept.filter((row) => !gone.has(row)).map(({ project: _project, ...row }) => row)];
}

/** A credential that cannot be read back is remembered by the fingerprint of what was applied. */
function readable(fields: Fields, wanted: Fields | null): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isUnreadable = isMark(value) && value.$secret === UNREADABLE;
    return [name, isUnreadable && isMark(wanted?.[name]) ? wanted[name] : value];
  });
  return Object.fromEntries(entries);
}
