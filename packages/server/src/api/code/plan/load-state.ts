import type { CodeKind } from "@vedette/contract/code/code-keys.ts";
import type { CodePlanOptions } from "@vedette/contract/code/code-plan.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import { listPeople } from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import type { CodeContext } from "../code-context.ts";
import { ReferenceNames } from "../document/names.ts";
import { isMark, type Live, UNREADABLE } from "../kinds/kind.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import { findProject, listOwned, listResources, type ProjectRow, type ResourceRow } from "../queries.ts";

/** What a plan starts from: the project, what it owns, and what exists. */
export type State = {
  project: ProjectRow | null;
  /** By kind and key, with the keys of the document after moves. */
  rows: ReadonlyMap<string, { row: ResourceRow; movedFrom: string | null }>;
  /** Owners of all managed resources, by ID. */
  owners: ReadonlyMap<string, string>;
  /** By kind and ID. */
  lives: ReadonlyMap<string, Live>;
  /** By kind and name, those in no project; only with `adopt_by_name`. */
  adoptable: ReadonlyMap<string, Live>;
  names: ReferenceNames;
};

export const resourceName = (kind: CodeKind, key: string): string => `${kind} ${key}`;

export async function loadState(
  ctx: CodeContext,
  kinds: Kinds,
  { project, document, options }: { project: string; document: ReadDocument; options: CodePlanOptions },
): Promise<State> {
  const { db, orgId } = ctx;
  const stored = await listResources(db, orgId, project);
  const owned = await listOwned(db, orgId);
  const owners = new Map(owned.map((row) => [row.resource_id, row.project]));
  const lives = new Map<string, Live>();
  const adoptable = new Map<string, Live>();
  for (const name of kinds.keys()) {
    const rows = stored.filter(({ kind }) => kind === name);
    const imported = document.imports.filter(({ kind }) => kind === name).map(({ id }) => id);
    const ids = [...rows.map((row) => row.resource_id), ...imported];
    const searches = options.adopt_by_name && document.resources.some(({ kind }) => kind === name);
    if (ids.length === 0 && !searches) continue;
    const found = await adapterOf(kinds, name).list(ctx, searches ? null : ids.filter(isUuid));
    for (const live of found) {
      lives.set(resourceName(name, live.id), live);
      if (searches && !owners.has(live.id)) adoptable.set(resourceName(name, live.name), live);
    }
  }
  for (const row of stored) keepUnreadable(row, lives.get(resourceName(row.kind, row.resource_id)));
  return {
    project: await findProject(db, orgId, project),
    rows: withMoves(stored, document),
    names: new ReferenceNames(project, { owned, members: await listPeople(db, orgId) }),
    ...{ owners, lives, adoptable },
  };
}

const isUuid = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** A credential that cannot be read back is taken for the one that was applied. */
function keepUnreadable({ applied }: ResourceRow, live: Live | undefined): void {
  if (live === undefined) return;
  const fields: Record<string, unknown> = { ...live.fields };
  for (const [name, value] of Object.entries(fields))
    if (isMark(value) && value.$secret === UNREADABLE && isMark(applied[name])) fields[name] = applied[name];
  live.fields = fields;
}

function withMoves(stored: readonly ResourceRow[], { moved }: ReadDocument): State["rows"] {
  const renamed = new Map(moved.map(({ kind, from, to }) => [resourceName(kind, from), to]));
  const taken = new Set(stored.map(({ kind, key }) => resourceName(kind, key)));
  return new Map(
    stored.map((row) => {
      const to = renamed.get(resourceName(row.kind, row.key));
      const isMoved = to !== undefined && !taken.has(resourceName(row.kind, to));
      return [resourceName(row.kind, isMoved ? to : row.key), { row, movedFrom: isMoved ? row.key : null }];
    }),
  );
}
