import type { IncidentSettingsRow } from "../incident-queries.ts";
import { AUTO, type IncidentAlertRow, type IncidentRow } from "../incident-row.ts";

/**
 * What follows for an incident from its alerts. Pure. An incident is acknowledged with the first of its alerts. One that a
 * rule or a webhook opened resolves when all its alerts are resolved and the sender of the webhook said so, if the
 * settings allow. A resolved incident stays resolved: what fails later opens another one.
 */
export function followAlerts(
  row: IncidentRow,
  {
    alerts,
    settings,
    nowMs,
  }: {
    alerts: readonly IncidentAlertRow[];
    settings: Pick<IncidentSettingsRow, "resolves_automatically">;
    nowMs: number;
  },
): { changed: IncidentRow; actions: ("incident.acknowledge" | "incident.resolve")[] } {
  if (row.state === "resolved") return { changed: row, actions: [] };
  const updated = { ...row, updated_at: new Date(nowMs) };
  const first = firstAcknowledgement(alerts);
  const isNew = row.acknowledged_at === null && first !== null;
  const acknowledged: IncidentRow = isNew
    ? {
        ...updated,
        state: row.state === "open" ? "acknowledged" : row.state,
        acknowledged_at: first.at,
        acknowledged_by: first.by,
      }
    : updated;
  const resolvedAt = settings.resolves_automatically ? findEnd(row, alerts) : null;
  const changed: IncidentRow =
    resolvedAt === null
      ? acknowledged
      : { ...acknowledged, state: "resolved", resolved_at: resolvedAt, resolved_by: AUTO };
  return {
    changed,
    actions: [
      ...(isNew ? (["incident.acknowledge"] as const) : []),
      ...(resolvedAt === null ? [] : (["incident.resolve"] as const)),
    ],
  };
}

function firstAcknowledgement(alerts: readonly IncidentAlertRow[]): { at: Date; by: string | null } | null {
  const [first] = alerts
    .flatMap(({ acknowledged_at: at, acknowledged_by: by }) => (at === null ? [] : [{ at, by }]))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return first ?? null;
}

/** When the last alert resolved, or the sender of the webhook said that it is over; null before. */
function findEnd(
  { source, inbound, started_at }: IncidentRow,
  alerts: readonly IncidentAlertRow[],
): Date | null {
  if (source === "member") return null;
  const ends = alerts.map(({ resolved_at: at }) => at);
  if (source === "webhook") ends.push(inbound?.resolved_at == null ? null : new Date(inbound.resolved_at));
  const times = ends.flatMap((at) => (at === null ? [] : [at.getTime()]));
  if (times.length === 0 || times.length < ends.length) return null;
  return new Date(Math.max(started_at.getTime(), ...times));
}
