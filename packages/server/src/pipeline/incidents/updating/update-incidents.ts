import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { INCIDENT_ALERTS_MAX, OPEN_INCIDENTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { recordWrite } from "../../audit/audit.ts";
import { type DetectedCause, detectCause } from "../../common-cause/detect-cause.ts";
import { saveCause } from "../../common-cause/queries.ts";
import { findGroup, type GroupFacts, type OpenGroup } from "../grouping/group-alert.ts";
import { readGroupFacts } from "../grouping/read-group-facts.ts";
import { incidentEvent } from "../incident-event.ts";
import {
  addIncidentAlert,
  type IncidentSettingsRow,
  listIncidentAlerts,
  listOpenIncidents,
  lockIncidents,
  saveIncidentRow,
} from "../incident-queries.ts";
import { type IncidentAlertRow, type IncidentRow, SYSTEM_ACTOR } from "../incident-row.ts";
import { openIncident, toIncidentLog } from "../open-incident.ts";
import { listLocationFailures } from "../timeline/location-queries.ts";
import { followAlerts } from "./follow-alerts.ts";
import { mergeByCause } from "./merge-by-cause.ts";
import { listUngroupedAlerts, listUpdatable, type UngroupedAlertRow } from "./queries.ts";

/**
 * Brings the incidents of an organization up to date with its alerts: adds new alerts to the incident that they belong to
 * or opens one, and follows acknowledgements and recoveries. Runs after the commit of an alert, because it locks the
 * incidents of the organization, which recording results must not wait for.
 */
export type IncidentDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  publish: (events: readonly LiveEvent[]) => void;
};

export async function updateIncidents(deps: IncidentDeps, orgId: OrgId): Promise<void> {
  const nowMs = deps.clock.now();
  const changed = await deps.database.transaction(async (db) => {
    const settings = await lockIncidents(db, orgId);
    const update: Update = { deps, db, orgId, settings, nowMs, changes: [] };
    const cause = await addAlerts(update);
    if (cause !== null) await followCause(update, cause);
    await followAll(update);
    // Last, because an entry locks the audit log of the organization.
    for (const { row, action, before, after } of update.changes)
      await recordWrite(db, {
        ...{ orgId, nowMs, action, actor: { kind: "system", id: null, name: SYSTEM } },
        target: { type: "incident", id: row.id },
        ...(before && { before }),
        after,
      });
    return [...new Map(update.changes.map(({ row }) => [row.id, row])).values()];
  });
  if (changed.length > 0) deps.publish(changed.map((row) => incidentEvent(row, nowMs)));
}

/** All organizations with something to update, in case that the job of an alert was lost. */
export async function updateAllIncidents(
  deps: IncidentDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  for (const { org_id: orgId } of await listUpdatable(deps.database, new Date(deps.clock.now()))) {
    if (signal.aborted) return;
    try {
      await updateIncidents(deps, orgId);
    } catch (error) {
      deps.log.warn("incidents.update_failed", { org_id: orgId, ...errorFacts(error) });
    }
  }
}

/** The name in the audit log. */
const SYSTEM = "Vedette";

type Change = {
  row: IncidentRow;
  action:
    | "incident.create"
    | "incident.add_alert"
    | "incident.acknowledge"
    | "incident.resolve"
    | "incident.update";
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
};

type Update = {
  deps: IncidentDeps;
  db: Db;
  orgId: OrgId;
  settings: IncidentSettingsRow;
  nowMs: number;
  changes: Change[];
};

type OpenIncident = { row: IncidentRow; facts: GroupFacts[] };

/** Returns the common cause of the new alerts, if there is one. */
async function addAlerts(update: Update): Promise<DetectedCause | null> {
  const { db, orgId, nowMs } = update;
  const ungrouped = await listUngroupedAlerts(db, orgId, new Date(nowMs));
  if (ungrouped.length === 0) return null;
  const alertedIds = new Set(ungrouped.map(({ target_id: id }) => id));
  const cause = await detectCause(db, orgId, { alertedIds, nowMs });
  const rows = await listOpenIncidents(db, orgId);
  const members = await listIncidentAlerts(
    db,
    orgId,
    rows.map(({ id }) => id),
  );
  const known = members.map((row) => ({ ...row, id: row.alert_id }));
  const facts = await readGroupFacts(db, orgId, { alerts: [...known, ...ungrouped], cause, nowMs });
  const factsOf = new Map(facts.map((one) => [one.alertId, one]));
  const open: OpenIncident[] = rows.map((row) => ({
    row,
    facts: members.flatMap((one) => (one.incident_id === row.id ? (factsOf.get(one.alert_id) ?? []) : [])),
  }));
  for (const alert of ungrouped) {
    const own = factsOf.get(alert.id);
    if (own && mayJoin(alert)) await addAlert(update, { alert, facts: own, open });
  }
  return cause;
}

/** One incident has the cause: those that its first alerts opened are merged. */
async function followCause({ db, orgId, nowMs, changes }: Update, cause: DetectedCause): Promise<void> {
  const now = new Date(nowMs);
  const open = await listOpenIncidents(db, orgId);
  const merged = await mergeByCause(db, { orgId, open, cause, now });
  if (merged === null) return;
  const { kept, ended } = merged;
  await saveCause(db, orgId, {
    ...{ id: newId(nowMs), now, incident_id: kept.id, kind: cause.kind, value: cause.value },
    ...{ summary: cause.summary, score: cause.score, bad_ids: [...cause.affectedIds] },
    ...{ member_ids: [...cause.memberIds], started_at: cause.startedAt },
  });
  for (const { row, alertIds } of ended) {
    changes.push({
      ...{ row, action: "incident.resolve", before: { state: "open" } },
      after: { state: row.state, resolved_by: row.resolved_by, merged_into: kept.number },
    });
    for (const alertId of alertIds)
      changes.push({
        row: kept,
        action: "incident.add_alert",
        after: { alert_id: alertId, reason: cause.summary },
      });
  }
}

/** An alert that is suppressed opens no incident; with a parent that is down it may belong to that of the parent. */
function mayJoin({ suppressed_by: reason }: UngroupedAlertRow): boolean {
  return reason === null || reason.startsWith("parent ");
}

async function addAlert(
  update: Update,
  { alert, facts, open }: { alert: UngroupedAlertRow; facts: GroupFacts; open: OpenIncident[] },
): Promise<void> {
  const { db, orgId, nowMs } = update;
  const now = new Date(nowMs);
  const candidates = open.filter((one) => one.facts.length < INCIDENT_ALERTS_MAX).map(toGroup);
  const group = findGroup(facts, candidates);
  const existing = open.find(({ row }) => row.id === group?.incidentId);
  if (!existing && alert.suppressed_by !== null) return;
  const startedAt = await findStart(update, alert);
  const incident = existing ?? (await createFor(update, { alert, open, startedAt }));
  if (!incident) return;
  const reason = group?.reason ?? "It opened the incident.";
  await addIncidentAlert(db, orgId, {
    ...{ incidentId: incident.row.id, alertId: alert.id, reason, by: SYSTEM_ACTOR, now },
  });
  incident.facts.push(facts);
  if (!existing) return;
  const after = withAlert(existing.row, { alert, startedAt, now });
  existing.row = after;
  await saveIncidentRow(db, after);
  update.changes.push({
    ...{ row: after, action: "incident.add_alert" },
    after: { alert_id: alert.id, title: alert.title, reason },
  });
}

function toGroup({ row, facts }: OpenIncident): OpenGroup {
  return { incidentId: row.id, number: row.number, alerts: facts };
}

/** Until the incident is acknowledged, a worse alert makes it worse. */
function withAlert(
  row: IncidentRow,
  { alert, startedAt, now }: { alert: UngroupedAlertRow; startedAt: Date; now: Date },
): IncidentRow {
  const isWorse = row.source === "rule" && row.state === "open" && alert.severity === "critical";
  return {
    ...row,
    severity: isWorse ? "critical" : row.severity,
    started_at: startedAt < row.started_at ? startedAt : row.started_at,
    updated_at: now,
  };
}

async function createFor(
  update: Update,
  { alert, open, startedAt }: { alert: UngroupedAlertRow; open: OpenIncident[]; startedAt: Date },
): Promise<OpenIncident | null> {
  const { deps, db, orgId, nowMs } = update;
  if (open.length >= OPEN_INCIDENTS_MAX) {
    deps.log.warn("incidents.too_many_open", { org_id: orgId, alert_id: alert.id });
    return null;
  }
  const row = await openIncident(db, orgId, {
    input: {
      title: alert.title,
      severity: alert.severity === "critical" ? "critical" : "minor",
      source: "rule",
      startedAt,
      by: SYSTEM_ACTOR,
    },
    nowMs,
  });
  const incident: OpenIncident = { row, facts: [] };
  open.push(incident);
  update.changes.push({ row, action: "incident.create", after: toIncidentLog(row) });
  return incident;
}

/** The first bad check of the alert; the alert itself if no check caused it. */
async function findStart({ db, orgId, nowMs }: Update, alert: UngroupedAlertRow): Promise<Date> {
  const failures = await listLocationFailures(db, orgId, [alert.id], new Date(nowMs));
  const times = [alert.triggered_at, ...failures.map(({ first_failure_at: at }) => at)];
  return new Date(Math.min(...times.map((at) => at.getTime())));
}

/** Acknowledges and resolves incidents whose alerts are. */
async function followAll(update: Update): Promise<void> {
  const { db, orgId, nowMs, settings } = update;
  const rows = await listOpenIncidents(db, orgId);
  const alerts = Map.groupBy(
    await listIncidentAlerts(
      db,
      orgId,
      rows.map(({ id }) => id),
    ),
    ({ incident_id }) => incident_id,
  );
  for (const row of rows) {
    const own: readonly IncidentAlertRow[] = alerts.get(row.id) ?? [];
    const { changed, actions } = followAlerts(row, { alerts: own, settings, nowMs });
    if (actions.length === 0) continue;
    await saveIncidentRow(db, changed);
    for (const action of actions) {
      const { state, acknowledged_by, resolved_by } = changed;
      update.changes.push({
        ...{ row: changed, action, before: { state: row.state } },
        after: { state, acknowledged_by, resolved_by },
      });
    }
  }
}
