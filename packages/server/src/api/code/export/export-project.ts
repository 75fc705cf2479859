import type { CodeExport } from "@vedette/contract/code/code-projects.ts";
import { listPeople } from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import type { CodeContext } from "../code-context.ts";
import { ReferenceNames } from "../document/names.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import { listOwned, listResources } from "../queries.ts";
import { type Exported, exportResources } from "./export-resources.ts";

/** Exports what a project owns, as it is live: planning the result changes nothing. */
export async function exportProject(ctx: CodeContext, kinds: Kinds, project: string): Promise<CodeExport> {
  const { db, orgId } = ctx;
  const rows = await listResources(db, orgId, project);
  const names = new ReferenceNames(project, {
    owned: await listOwned(db, orgId),
    members: await listPeople(db, orgId),
  });
  const resources: Exported[] = [];
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const lives = await adapterOf(kinds, kind).list(
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
