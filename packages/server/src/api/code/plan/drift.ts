import type { CodeDrift } from "@vedette/contract/code/code-plan.ts";
import type { CodeContext } from "../code-context.ts";
import { fieldName, withReferences, writtenName } from "../document/document-form.ts";
import type { ReferenceNames } from "../document/names.ts";
import { listResourceChanges, type ResourceChangeRow } from "../queries.ts";
import { differing, leftToPeople, shown } from "./compare.ts";
import type { Item } from "./item.ts";
import type { State } from "./load-state.ts";

/** What people changed since the document was applied, and who. */

/** More entries of one resource say nothing more: the newest change of a field counts. */
const ENTRIES_MAX = 50;

export async function findDrift(
  { db, orgId }: CodeContext,
  items: readonly Item[],
  { project, names }: State,
): Promise<ReadonlyMap<Item, CodeDrift[]>> {
  const drifted = items.flatMap((item) => {
    const { live, row, resource } = item;
    const fields = live && row ? differing(row.applied, live.fields, leftToPeople(resource)) : [];
    return fields.length > 0 ? [{ item, fields }] : [];
  });
  if (drifted.length === 0 || project === null) return new Map();
  const ids = drifted.flatMap(({ item }) => item.live?.id ?? []);
  const changes = await listResourceChanges(db, orgId, {
    ids,
    since: project.applied_at,
    limit: ENTRIES_MAX,
  });
  const byTarget = Map.groupBy(changes, ({ target_id }) => target_id);
  return new Map(
    drifted.map(({ item, fields }) => [
      item,
      fields.map((name) => toDrift(item, name, { changes: byTarget.get(item.live?.id ?? "") ?? [], names })),
    ]),
  );
}

function toDrift(
  { live, row }: Item,
  name: string,
  { changes, names }: { changes: readonly ResourceChangeRow[]; names: ReferenceNames },
): CodeDrift {
  const change = changes.find(({ fields }) => fields.map(loggedName).includes(name)) ?? changes[0];
  const value = (fields: Readonly<Record<string, unknown>> | undefined) =>
    shown(withReferences(name, fields?.[name] ?? null, names), null);
  return {
    path: [writtenName(name)],
    applied: value(row?.applied),
    live: value(live?.fields),
    changed_by: change?.actor_name ?? null,
    changed_at: change?.at.toISOString() ?? null,
    audit_id: change?.id ?? null,
  };
}

/** The audit log has some fields in their stored units. */
function loggedName(field: string): string {
  if (field === "target_id") return "selector";
  return fieldName(field.replace(/_ms$/, ""));
}
