import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { IncidentRow } from "./incident-row.ts";

/** The live event of an incident that was opened or changed, or whose timeline changed. */
export function incidentEvent(row: IncidentRow, nowMs: number): LiveEvent {
  return {
    type: "incident.changed",
    orgId: row.org_id,
    data: {
      incident_id: row.id,
      number: row.number,
      title: row.title,
      severity: row.severity,
      state: row.state,
      at: new Date(nowMs).toISOString(),
    },
  };
}
