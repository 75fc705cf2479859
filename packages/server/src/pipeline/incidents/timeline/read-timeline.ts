import type { IncidentTimeline, TimelineEntry } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findMarkersOf } from "../../markers/markers-of-targets.ts";
import { listIncidentAlerts } from "../incident-queries.ts";
import type { IncidentAlertRow, IncidentRow } from "../incident-row.ts";
import {
  describeAlerts,
  describeAlertWrites,
  describeDeliveries,
  describeIncidentWrites,
  describeLocations,
  describeMarkers,
  describePagePosts,
  describeTargetWrites,
  describeVerdicts,
} from "./describe-entries.ts";
import { type LocationFailureRow, listLocationFailures } from "./location-queries.ts";
import {
  listDeliveryFactsOf,
  listPagePosts,
  listVerdictFacts,
  listWritesTo,
  type WriteRow,
} from "./timeline-queries.ts";

/**
 * Reads the automatic part of a timeline: from the ledger of results, the deliveries, the audit log and what status pages
 * published; or what was stored of it a day after the end.
 */

/** Changes and releases shortly before the first bad check may be the cause. */
const CHANGES_BEFORE_MS = 3_600_000;
/** Deploy markers in a timeline; more are no releases. */
const MARKERS_MAX = 200;
/** A timeline ends a day after the incident. */
export const SEALED_AFTER_MS = 86_400_000;

export async function readIncidentTimeline(
  db: Db,
  row: IncidentRow,
  nowMs: number,
): Promise<IncidentTimeline> {
  if (row.timeline !== null) return row.timeline;
  const { org_id: orgId } = row;
  const alerts = await listIncidentAlerts(db, orgId, [row.id]);
  const alertIds = alerts.map(({ alert_id: id }) => id);
  const targets = targetsOf(alerts);
  const to = new Date(row.resolved_at === null ? nowMs : row.resolved_at.getTime() + SEALED_AFTER_MS);
  const from = new Date(row.started_at.getTime() - CHANGES_BEFORE_MS);
  const failures = oncePerLocation(await listLocationFailures(db, orgId, alertIds, new Date(nowMs)));
  const deliveries = await listDeliveryFactsOf(db, orgId, alertIds);
  const ids = [row.id, ...alertIds, ...targets.keys()];
  const writes = Map.groupBy(await listWritesTo(db, orgId, { ids, from, to }), (write) =>
    write.target_id === row.id ? "incident" : targets.has(write.target_id) ? "target" : "alert",
  );
  const markers = await findMarkersOf(db, orgId, {
    ...{ targetIds: [...targets.keys()], from, to, position: null, limit: MARKERS_MAX },
  });
  const own = writes.get("incident") ?? [];
  const entries = [
    ...describeLocations(failures),
    ...describeAlerts(alerts),
    ...describeVerdicts(await listVerdictFacts(db, orgId, { alertIds, from: row.started_at, to })),
    ...describeDeliveries(deliveries),
    ...describeAlertWrites(writes.get("alert") ?? [], {
      titles: new Map(alerts.map((alert) => [alert.alert_id, alert.title])),
      incidentRequests: requestsOf(own),
    }),
    ...describeTargetWrites(writes.get("target") ?? [], targets),
    ...describeMarkers(markers.rows),
    ...describePagePosts(await listPagePosts(db, orgId, row.id)),
    ...describeIncidentWrites(own),
  ];
  return { entries: sortEntries(entries), locations: failures.map((failure) => toDuration(failure, nowMs)) };
}

/** By time; facts of the same instant in the order in which they follow from each other. */
export function sortEntries(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function targetsOf(alerts: readonly IncidentAlertRow[]) {
  return new Map(
    alerts.map(({ target_id: id, target_kind: type, target_name: name }) => [id, { id, type, name }]),
  );
}

/** Two alerts about one target have the same failures. */
function oncePerLocation(rows: readonly LocationFailureRow[]): LocationFailureRow[] {
  const keyOf = (row: LocationFailureRow) =>
    `${row.target_id} ${row.location} ${row.first_failure_at.getTime()}`;
  return [...Map.groupBy(rows, keyOf).values()].map((same) =>
    same.reduce((one, other) => (other.last_failure_at > one.last_failure_at ? other : one)),
  );
}

function requestsOf(writes: readonly WriteRow[]): Set<string> {
  return new Set(writes.flatMap(({ request_id: id }) => (id === null ? [] : [id])));
}

function toDuration(row: LocationFailureRow, nowMs: number): IncidentTimeline["locations"][number] {
  const { target_id: id, target_kind: type, target_name: name, recovered_at: recovered } = row;
  const endMs = recovered?.getTime() ?? nowMs;
  return {
    target: { id, type, name },
    location: row.location,
    first_failure_at: row.first_failure_at.toISOString(),
    recovered_at: recovered?.toISOString() ?? null,
    duration_seconds: Math.max((endMs - row.first_failure_at.getTime()) / 1_000, 0),
  };
}
