import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AffectedName, SnapshotIncident, SnapshotUpdate } from "../snapshot/snapshot.ts";
import { listShownUpdates, type ShownUpdateRow } from "./incident-queries.ts";
import type { AffectedComponent, PageIncidentRow } from "./incident-row.ts";
import { affectedComponents } from "./incident-state.ts";

/** The names that visitors see, by the ID of the component. */
export type ComponentNames = ReadonlyMap<string, { publicId: string; name: string }>;

/** Messages of all incidents in a list, in bytes. The rest is on the pages of the incidents. */
export const LIST_BYTES_MAX = 262_144;

/** Converts incidents of a list to what visitors see, with the newest updates of each. */
export function readListedIncidents(
  db: Db,
  orgId: OrgId,
  shown: { incidents: readonly PageIncidentRow[]; names: ComponentNames },
): Promise<SnapshotIncident[]> {
  return readSnapshotIncidents(db, orgId, { ...shown, messageBytesMax: LIST_BYTES_MAX });
}

/** Converts incidents to what visitors see, with the updates whose messages fit. */
export async function readSnapshotIncidents(
  db: Db,
  orgId: OrgId,
  {
    incidents,
    names,
    messageBytesMax,
  }: { incidents: readonly PageIncidentRow[]; names: ComponentNames; messageBytesMax: number },
): Promise<SnapshotIncident[]> {
  if (incidents.length === 0) return [];
  const rows = await listShownUpdates(db, orgId, {
    incidentIds: incidents.map(({ id }) => id),
    messageBytesMax,
  });
  const updates = Map.groupBy(rows, ({ incident_id }) => incident_id);
  return incidents.map((incident) => toSnapshotIncident(incident, updates.get(incident.id) ?? [], names));
}

export function toSnapshotIncident(
  row: PageIncidentRow,
  updates: readonly ShownUpdateRow[],
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
    hasMoreUpdates: updates.some(({ message }) => message === null),
    updates: updates.flatMap(({ message, ...update }) => {
      if (message === null) return [];
      const shown: SnapshotUpdate = {
        ...{ publicId: update.public_id, status: update.status, message },
        atMs: update.at.getTime(),
        postedAtMs: update.posted_at.getTime(),
        editedAtMs: update.edited_at?.getTime() ?? null,
        components: toNames(update.components, names),
      };
      return [shown];
    }),
  };
}

/** Deleted components are left out. */
function toNames(components: readonly AffectedComponent[], names: ComponentNames): AffectedName[] {
  return components.flatMap(({ id, status }) => {
    const known = names.get(id);
    return known ? [{ ...known, status }] : [];
  });
}
