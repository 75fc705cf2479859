import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AffectedName, SnapshotIncident } from "../snapshot/snapshot.ts";
import { listUpdates } from "./incident-queries.ts";
import type { AffectedComponent, IncidentUpdateRow, PageIncidentRow } from "./incident-row.ts";
import { affectedComponents } from "./incident-state.ts";

/** The names that visitors see, by the ID of the component. */
export type ComponentNames = ReadonlyMap<string, { publicId: string; name: string }>;

/** Converts incidents to what visitors see, with their updates. */
export async function readSnapshotIncidents(
  db: Db,
  orgId: OrgId,
  { incidents, names }: { incidents: readonly PageIncidentRow[]; names: ComponentNames },
): Promise<SnapshotIncident[]> {
  if (incidents.length === 0) return [];
  const ids = incidents.map(({ id }) => id);
  const updates = Map.groupBy(await listUpdates(db, orgId, ids), ({ incident_id }) => incident_id);
  return incidents.map((incident) => toSnapshotIncident(incident, updates.get(incident.id) ?? [], names));
}

function toSnapshotIncident(
  row: PageIncidentRow,
  updates: readonly IncidentUpdateRow[],
  names: ComponentNames,
): SnapshotIncident {
  return {
    publicId: row.public_id,
    title: row.title,
    status: row.status,
    impact: row.impact,
    postmortem: row.postmortem,
    startedAtMs: row.started_at.getTime(),
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    components: toNames(affectedComponents(updates), names),
    updates: updates.map((update) => ({
      publicId: update.public_id,
      status: update.status,
      message: update.message,
      atMs: update.at.getTime(),
      postedAtMs: update.posted_at.getTime(),
      editedAtMs: update.edited_at?.getTime() ?? null,
      components: toNames(update.components, names),
    })),
  };
}

/** Deleted components are left out. */
function toNames(components: readonly AffectedComponent[], names: ComponentNames): AffectedName[] {
  return components.flatMap(({ id, status }) => {
    const known = names.get(id);
    return known ? [{ ...known, status }] : [];
  });
}
