import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { OPEN_INCIDENTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type {
  Incident,
  IncidentChange,
  IncidentCreate,
  IncidentListQuery,
  IncidentSummary,
} from "@vedette/contract/incidents/incidents.ts";
import { z } from "zod";
import { actorId, audit, changedFields } from "../../../pipeline/audit/audit.ts";
import {
  addIncidentAlert,
  countOpenIncidents,
  lockIncidents,
  saveIncidentRow,
} from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { openIncident, toIncidentLog } from "../../../pipeline/incidents/open-incident.ts";
import { listLocationFailures } from "../../../pipeline/incidents/timeline/location-queries.ts";
import { given } from "../../../pipeline/targets/target-row.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { isSame } from "../../../platform/kernel/is-same.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import {
  emitIncident,
  getIncidentRow,
  type IncidentContext,
  type IncidentReadContext,
  incidentTarget,
  lockIncident,
  readPastInstant,
} from "./incident-context.ts";
import { toIncident, toSummaries } from "./incident-view.ts";
import { isMember, listAlertsById, listIncidentRows } from "./queries.ts";

/** Incidents: listing, opening and changing them. Rules open them in pipeline/incidents/updating/. */

const cursorOf = z.tuple([z.literal("incidents"), z.string().regex(UUID_PATTERN)]);

/** Returns one page, newest first. An incident that opens between two pages hides no other. */
export async function listIncidentPage(
  ctx: IncidentReadContext,
  query: IncidentListQuery,
): Promise<Page<IncidentSummary>> {
  const afterId = query.cursor === undefined ? null : decodeCursor(query.cursor, cursorOf)[1];
  const rows = hasValidIds(query) ? await listIncidentRows(ctx.db, ctx.orgId, { query, afterId }) : [];
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > query.limit;
  return {
    data: await toSummaries(ctx, page),
    meta: { next_cursor: hasMore && last ? encodeCursor(["incidents", last.id]) : null, has_more: hasMore },
  };
}

/** Nothing has a malformed id, so such a query returns an empty page. */
function hasValidIds({ lead_id: lead, alert_id: alert }: IncidentListQuery): boolean {
  return [lead === "none" ? undefined : lead, alert].every((id) => id === undefined || UUID_PATTERN.test(id));
}

export async function getIncident(ctx: IncidentReadContext, id: string): Promise<Incident> {
  return toIncident(ctx, await getIncidentRow(ctx, id));
}

/** Opens an incident by hand, with alerts that belong to no other. */
export async function createIncident(ctx: IncidentContext, input: IncidentCreate): Promise<Incident> {
  const { db, orgId } = ctx;
  await assertLead(ctx, input.lead_id);
  await lockIncidents(db, orgId);
  if ((await countOpenIncidents(db, orgId)) >= OPEN_INCIDENTS_MAX)
    throw new AppError(
      "BAD_REQUEST",
      `An organization has at most ${OPEN_INCIDENTS_MAX} incidents that are not resolved. Resolve some first.`,
    );
  const nowMs = ctx.clock.now();
  const by = actorId(ctx.actor);
  const alerts = await readAlerts(ctx, [...new Set(input.alert_ids ?? [])]);
  const failures = await listLocationFailures(
    db,
    orgId,
    alerts.map(({ id }) => id),
    new Date(nowMs),
  );
  const times = [
    ...alerts.map(({ triggered_at: at }) => at.getTime()),
    ...failures.map(({ first_failure_at: at }) => at.getTime()),
  ];
  const row = await openIncident(db, orgId, {
    input: {
      title: input.title,
      severity: input.severity,
      source: "member",
      startedAt: readPastInstant(ctx, input.started_at, "started_at") ?? new Date(Math.min(nowMs, ...times)),
      by,
      leadId: input.lead_id ?? null,
      postmortem: input.postmortem || null,
    },
    nowMs,
  });
  const now = new Date(nowMs);
  for (const { id: alertId } of alerts)
    await addIncidentAlert(db, orgId, {
      ...{ incidentId: row.id, alertId, reason: "A person added it.", by, now },
    });
  const after = { ...toIncidentLog(row), alert_ids: alerts.map(({ id }) => id) };
  const incident = await toIncident(ctx, row);
  await audit(ctx, { action: "incident.create", target: incidentTarget(row.id), after });
  emitIncident(ctx, row);
  return incident;
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeIncidentFields(
  ctx: IncidentContext,
  { id, input }: { id: string; input: IncidentChange },
): Promise<Incident> {
  const row = await lockIncident(ctx, id);
  if (input.lead_id !== row.lead_id) await assertLead(ctx, input.lead_id);
  const changed: IncidentRow = {
    ...row,
    title: input.title ?? row.title,
    severity: input.severity ?? row.severity,
    lead_id: given<string | null>(input.lead_id, row.lead_id, null),
    started_at: readPastInstant(ctx, input.started_at, "started_at") ?? row.started_at,
    postmortem: given<string | null>(input.postmortem === "" ? null : input.postmortem, row.postmortem, null),
  };
  assertStart(changed);
  return saveChange(ctx, row, changed);
}

/** Stores changed fields, with their entry in the audit log. */
export async function saveChange(
  ctx: IncidentContext,
  row: IncidentRow,
  wanted: IncidentRow,
): Promise<Incident> {
  if (isSame(row, wanted)) return toIncident(ctx, row);
  const changed = {
    ...wanted,
    updated_at: new Date(Math.max(ctx.clock.now(), row.updated_at.getTime() + 1)),
  };
  await saveIncidentRow(ctx.db, changed);
  const incident = await toIncident(ctx, changed);
  const { before, after } = changedFields(toIncidentLog(row), toIncidentLog(changed));
  await audit(ctx, { action: "incident.update", target: incidentTarget(row.id), before, after });
  emitIncident(ctx, changed);
  return incident;
}

function assertStart({ started_at, acknowledged_at, resolved_at }: IncidentRow): void {
  const end = acknowledged_at ?? resolved_at;
  if (end === null || started_at <= end) return;
  throw badFields([{ path: "started_at", message: `must not be after ${end.toISOString()}` }]);
}

async function assertLead({ db, orgId }: IncidentReadContext, id: string | null | undefined): Promise<void> {
  if (id == null || (UUID_PATTERN.test(id) && (await isMember(db, orgId, id)))) return;
  throw badFields([{ path: "lead_id", message: "is not the ID of a member of the organization" }]);
}

async function readAlerts({ db, orgId }: IncidentReadContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await listAlertsById(
    db,
    orgId,
    ids.filter((id) => UUID_PATTERN.test(id)),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const errors = ids.flatMap((id, index) => {
    const row = known.get(id);
    if (row && row.incident_id === null) return [];
    const message = row ? "belongs to another incident; remove it there first" : "is not the ID of an alert";
    return [{ path: `alert_ids.${index}`, message }];
  });
  if (errors.length > 0) throw badFields(errors);
  return rows;
}
