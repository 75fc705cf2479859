import type { CodeExport } from "@vedette/contract/code/code-projects.ts";
import type { CodeContext } from "../code-context.ts";
import { Names } from "../document/names.ts";
import { type Kinds, kindOf } from "../kinds/kinds.ts";
import { listOwned, listResources } from "../queries.ts";
import { type Exported, exportResources } from "./export-resources.ts";

/** Exports what a project owns, as it is live: planning the result changes nothing. */
export async function exportProject(ctx: CodeContext, kinds: Kinds, project: string): Promise<CodeExport> {
  const { db, orgId } = ctx;
  const rows = await listResources(db, orgId, project);
  const names = new Names(project, await listOwned(db, orgId));
  const resources: Exported[] = [];
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const lives = await kindOf(kinds, kind).list(
      ctx,
      some.map((row) => row.resource_id),
    );
    const liveOf = new Map(lives.map((live) => [live.id, live]));
    for (const { key, resource_id: id, protect, ignore_changes: ignoreChanges } of some) {
      const live = liveOf.get(id);
      if (live === undefined) continue;
      names.add(id, { project, kind, key });
      resources.push({ kind, key, live, protect, ignoreChanges });
    }
  }
  return exportResources(ctx, kinds, { project, resources, names });
}
