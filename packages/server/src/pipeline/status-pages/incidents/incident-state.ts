import {
  type ComponentStatus,
  IMPACTS,
  type Impact,
  type IncidentStatus,
  impactOf,
} from "@vedette/contract/status-pages/status-words.ts";
import type { AffectedComponent, IncidentUpdateRow } from "./incident-row.ts";

/** What follows for an incident from its updates. Pure. */

type Update = Pick<IncidentUpdateRow, "id" | "at" | "status" | "components">;

export type IncidentState = {
  status: IncidentStatus;
  startedAt: Date;
  /** Time of the update that resolved it; null while it is open. */
  resolvedAt: Date | null;
};

/** Updates may be back-dated, so their times decide, not the order in which they were posted. */
export function incidentState(updates: readonly [Update, ...Update[]]): IncidentState {
  const sorted = oldestFirst(updates);
  const last = sorted.at(-1) ?? updates[0];
  const reopened = sorted.findLastIndex(({ status }) => status !== "resolved");
  return {
    status: last.status,
    startedAt: (sorted[0] ?? updates[0]).at,
    resolvedAt: last.status === "resolved" ? (sorted[reopened + 1] ?? last).at : null,
  };
}

/** All components that an update named, each with the status of the latest update that names it. */
export function affectedComponents(updates: readonly Update[]): AffectedComponent[] {
  const statuses = new Map<string, ComponentStatus>();
  for (const { components } of oldestFirst(updates))
    for (const { id, status } of components) statuses.set(id, status);
  return [...statuses].map(([id, status]) => ({ id, status }));
}

/** The impact that the status of the components suggests. */
export function worstImpact(components: readonly AffectedComponent[]): Impact {
  const ranks = components.map(({ status }) => IMPACTS.indexOf(impactOf(status)));
  return IMPACTS[Math.max(0, ...ranks)] ?? "none";
}

function oldestFirst<U extends Update>(updates: readonly U[]): U[] {
  return updates.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1),
  );
}
