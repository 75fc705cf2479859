import {
  CODE_KINDS,
  type CodeKind,
  PROJECT_ERROR,
  PROJECT_PATTERN,
} from "@vedette/contract/code/code-keys.ts";
import type { CodeExport, CodeExportRequest } from "@vedette/contract/code/code-projects.ts";
import { TARGETS } from "@vedette/contract/code/to-create-request.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { listPeople } from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { listAllTargetRows } from "../../../pipeline/targets/queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { CodeContext } from "../code-context.ts";
import { ReferenceNames } from "../document/names.ts";
import type { Live } from "../kinds/kind.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import { listOwned } from "../queries.ts";
import { type Exported, exportResources } from "./export-resources.ts";

/** Exports what is in no project, with imports, so that applying the document takes it over. */

const TARGETS_MAX = 5_000;
const KEY_LENGTH_MAX = 60;

export async function exportUnmanaged(
  ctx: CodeContext,
  kinds: Kinds,
  { project, selector }: CodeExportRequest,
): Promise<CodeExport> {
  if (!PROJECT_PATTERN.test(project)) throw badFields([{ path: "project", message: PROJECT_ERROR }]);
  const owned = await listOwned(ctx.db, ctx.orgId);
  const isOwned = new Set(owned.map((row) => row.resource_id));
  const selected = selector == null ? null : await selectedBy(ctx, selector);
  const names = new ReferenceNames(project, { owned, members: await listPeople(ctx.db, ctx.orgId) });
  const resources: Exported[] = [];
  const keys = new Keys();
  // Targets come before the groups that they are in.
  for (const kind of CODE_KINDS.toReversed()) {
    for (const live of await chosen(ctx, kinds, kind, selected)) {
      if (isOwned.has(live.id)) continue;
      const key = kind === "variable" ? live.name : keys.take(kind, live.name);
      names.add(live.id, { project, kind, key });
      resources.push({ kind, key, live, protect: false, ignoreChanges: [] });
      if (typeof live.fields.group_id === "string") selected?.add(live.fields.group_id);
    }
  }
  const { document, credentials } = await exportResources(ctx, kinds, { project, resources, names });
  const imports = resources.map(({ kind, key, live }) => ({ kind, key, id: live.id }));
  return { document: { ...document, ...(imports.length > 0 && { imports }) }, credentials };
}

/** Returns the resources of a kind that are exported: with a selection, only targets and the groups that they are in. */
async function chosen(
  ctx: CodeContext,
  kinds: Kinds,
  kind: CodeKind,
  selected: ReadonlySet<string> | null,
): Promise<Live[]> {
  if (selected !== null && !isTarget(kind) && kind !== "group") return [];
  const lives = await adapterOf(kinds, kind).list(ctx, null);
  if (selected === null) return lives;
  const wanted = lives.filter(({ id }) => selected.has(id));
  return kind === "group" ? withParents(wanted, lives) : wanted;
}

function isTarget(kind: CodeKind): boolean {
  return TARGETS.some((each) => each === kind);
}

async function selectedBy({ db, orgId }: CodeContext, selector: Selector): Promise<Set<string>> {
  const query = { selectors: [selector], sort: "created_at", limit: TARGETS_MAX } as const;
  const rows = await listAllTargetRows(db, orgId, { query, position: null });
  if (rows.length > TARGETS_MAX)
    throw badFields([
      { path: "selector", message: `selects more than ${TARGETS_MAX} targets; select fewer` },
    ]);
  return new Set(rows.map(({ id }) => id));
}

/** Groups with the groups that contain them. */
function withParents(groups: readonly Live[], all: readonly Live[]): Live[] {
  const byId = new Map(all.map((group) => [group.id, group]));
  const result = new Set<Live>();
  for (const start of groups) {
    let group: Live | undefined = start;
    while (group !== undefined && !result.has(group)) {
      result.add(group);
      group = byId.get(String(group.fields.parent_id));
    }
  }
  return [...result];
}

/** Keys from names; equal ones are numbered. */
class Keys {
  readonly #taken = new Set<string>();

  take(kind: CodeKind, name: string): string {
    const ascii = name.normalize("NFKD").toLowerCase();
    const stem =
      ascii
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, "")
        .slice(0, KEY_LENGTH_MAX) || kind;
    let key = stem;
    for (let nr = 2; this.#taken.has(`${kind} ${key}`); nr += 1)
      key = `${stem.slice(0, KEY_LENGTH_MAX - 4)}-${nr}`;
    this.#taken.add(`${kind} ${key}`);
    return key;
  }
}
