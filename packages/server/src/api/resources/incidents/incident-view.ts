import type { Incident, IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import { findCauseOf, listCauseSummaries, type StoredCause } from "../../../pipeline/common-cause/queries.ts";
import { listIncidentAlerts } from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { actorNames, type NameOf } from "../audit-log/service-names.ts";
import type { IncidentReadContext } from "./incident-context.ts";
import { countAlertsOf, listLinkedPosts } from "./queries.ts";

/** Converts incidents to their API representations. */

export async function toSummaries(
  { db, orgId }: IncidentReadContext,
  rows: readonly IncidentRow[],
): Promise<IncidentSummary[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = new Map((await countAlertsOf(db, orgId, ids)).map((row) => [row.incident_id, row]));
  const nameOf = await actorNames(
    db,
    orgId,
    rows.map(({ lead_id }) => lead_id),
  );
  const causes = new Map(
    (await listCauseSummaries(db, orgId, ids)).map((row) => [row.incident_id, row.summary]),
  );
  return rows.map((row) =>
    toSummary(row, {
      nameOf,
      counts: counts.get(row.id) ?? { alerts: 0, open: 0 },
      cause: causes.get(row.id) ?? null,
    }),
  );
}

export async function toIncident({ db, orgId }: IncidentReadContext, row: IncidentRow): Promise<Incident> {
  const alerts = await listIncidentAlerts(db, orgId, [row.id]);
  const { lead_id, acknowledged_by, resolved_by, created_by } = row;
  const nameOf = await actorNames(db, orgId, [lead_id, acknowledged_by, resolved_by, created_by]);
  const open = alerts.filter(({ resolved_at }) => resolved_at === null).length;
  const cause = await findCauseOf(db, orgId, row.id);
  return {
    ...toSummary(row, { nameOf, counts: { alerts: alerts.length, open }, cause: cause?.summary ?? null }),
    acknowledged_by,
    acknowledged_by_name: nameOf(acknowledged_by),
    resolved_by,
    resolved_by_name: nameOf(resolved_by),
    postmortem: row.postmortem,
    alerts: alerts.map((alert) => ({
      alert_id: alert.alert_id,
      title: alert.title,
      severity: alert.severity,
      target: { id: alert.target_id, type: alert.target_kind, name: alert.target_name },
      reason: alert.reason,
      triggered_at: alert.triggered_at.toISOString(),
      acknowledged_at: alert.acknowledged_at?.toISOString() ?? null,
      resolved_at: alert.resolved_at?.toISOString() ?? null,
    })),
    page_incidents: await listLinkedPosts(db, orgId, row.id),
    inbound: toInbound(row),
    cause: toCause(cause),
    created_by,
    created_by_name: nameOf(created_by),
  };
}

function toCause(cause: StoredCause | null): Incident["cause"] {
  if (cause === null) return null;
  const { kind, value, summary, score, bad_ids: target_ids } = cause;
  return { kind, value, summary, score: Math.round(score * 100) / 100, target_ids };
}

function toInbound({ inbound, dedup_key }: IncidentRow): Incident["inbound"] {
  if (inbound === null || dedup_key === null) return null;
  const { product, description, url, events, last_event_at } = inbound;
  return { product, dedup_key, description, url, events, last_event_at };
}

function toSummary(
  row: IncidentRow,
  {
    nameOf,
    counts,
    cause,
  }: { nameOf: NameOf; counts: { alerts: number; open: number }; cause: string | null },
): IncidentSummary {
  return {
    id: row.id,
    org_id: row.org_id,
    number: row.number,
    title: row.title,
    severity: row.severity,
    state: row.state,
    source: row.source,
    lead_id: row.lead_id,
    lead_name: nameOf(row.lead_id),
    started_at: row.started_at.toISOString(),
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    mitigated_at: row.mitigated_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    time_to_acknowledge_seconds: secondsBetween(row.started_at, row.acknowledged_at),
    time_to_resolve_seconds: secondsBetween(row.started_at, row.resolved_at),
    alert_count: counts.alerts,
    open_alert_count: counts.open,
    cause_summary: cause,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Exact to the millisecond. */
function secondsBetween(start: Date, end: Date | null): number | null {
  return end === null ? null : (end.getTime() - start.getTime()) / 1_000;
}
