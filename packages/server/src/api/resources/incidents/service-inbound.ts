import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { OPEN_INCIDENTS_MAX } from "@vedette/contract/incidents/incident-limits.ts";
import type { InboundResult } from "@vedette/contract/incidents/incident-settings.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import { type InboundEvent, readInbound } from "../../../pipeline/incidents/inbound/read-inbound.ts";
import { incidentEvent } from "../../../pipeline/incidents/incident-event.ts";
import {
  countOpenIncidents,
  findIncidentByKey,
  type IncidentSettingsRow,
  listIncidentAlerts,
  lockIncidents,
  saveIncidentRow,
} from "../../../pipeline/incidents/incident-queries.ts";
import {
  type InboundFacts,
  type IncidentRow,
  SYSTEM_ACTOR,
} from "../../../pipeline/incidents/incident-row.ts";
import { openIncident, toIncidentLog } from "../../../pipeline/incidents/open-incident.ts";
import { followAlerts } from "../../../pipeline/incidents/updating/follow-alerts.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { findInboundOrganization } from "./queries.ts";
import { hashInboundToken } from "./service-settings.ts";

/**
 * Opens and resolves incidents for the webhooks of other products. A key of deduplication has one incident that is not
 * resolved: repeats are counted, and `resolved` ends it.
 */
export type InboundDeps = {
  database: Database;
  clock: Clock;
  publish: (events: readonly LiveEvent[]) => void;
};

type Received = { requestId: string; ip: string; token: string; body: unknown };
type Inbound = Received & { db: Db; orgId: OrgId; nowMs: number; settings: IncidentSettingsRow };

export async function receiveInbound(deps: InboundDeps, received: Received): Promise<InboundResult> {
  const owner = await findInboundOrganization(deps.database, hashInboundToken(received.token));
  if (!owner) throw notFound("webhook");
  const read = readInbound(received.body);
  if ("faults" in read) throw badFields(read.faults);
  const nowMs = deps.clock.now();
  const { result, row } = await deps.database.transaction(async (db) => {
    const settings = await lockIncidents(db, owner.org_id);
    return apply({ ...received, db, orgId: owner.org_id, nowMs, settings }, read.event);
  });
  if (row && result !== "ignored") deps.publish([incidentEvent(row, nowMs)]);
  return { result, number: row?.number ?? null };
}

type Applied = { result: InboundResult["result"]; row: IncidentRow | null };

async function apply(inbound: Inbound, event: InboundEvent): Promise<Applied> {
  const { db, orgId, nowMs } = inbound;
  const open = await findIncidentByKey(db, orgId, event.dedupKey);
  if (!open) return event.isResolved ? { result: "ignored", row: null } : openFor(inbound, event);
  const now = new Date(nowMs);
  const facts: InboundFacts = {
    ...toFacts(event, now),
    events: (open.inbound?.events ?? 0) + 1,
    resolved_at: event.isResolved ? (open.inbound?.resolved_at ?? now.toISOString()) : null,
  };
  const told: IncidentRow = { ...open, inbound: facts, updated_at: now };
  const alerts = event.isResolved ? await listIncidentAlerts(db, orgId, [open.id]) : [];
  const { changed, actions } = event.isResolved
    ? followAlerts(told, { alerts, settings: inbound.settings, nowMs })
    : { changed: told, actions: [] };
  await saveIncidentRow(db, changed);
  if (!actions.includes("incident.resolve")) return { result: "repeated", row: changed };
  await record(inbound, changed, {
    action: "incident.resolve",
    before: { state: open.state },
    after: { state: changed.state },
  });
  return { result: "resolved", row: changed };
}

async function openFor(inbound: Inbound, event: InboundEvent): Promise<Applied> {
  const { db, orgId, nowMs } = inbound;
  if ((await countOpenIncidents(db, orgId)) >= OPEN_INCIDENTS_MAX)
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `An organization has at most ${OPEN_INCIDENTS_MAX} incidents that are not resolved. Resolve some first.`,
    );
  const row = await openIncident(db, orgId, {
    input: {
      title: event.title,
      severity: event.severity,
      source: "webhook",
      startedAt: new Date(Math.min(event.startedAtMs ?? nowMs, nowMs)),
      by: SYSTEM_ACTOR,
      dedupKey: event.dedupKey,
      inbound: toFacts(event, new Date(nowMs)),
    },
    nowMs,
  });
  await record(inbound, row, { action: "incident.create", after: toIncidentLog(row) });
  return { result: "opened", row };
}

function toFacts({ product, description, url }: InboundEvent, now: Date): InboundFacts {
  return { product, description, url, events: 1, last_event_at: now.toISOString(), resolved_at: null };
}

type Entry = {
  action: "incident.create" | "incident.resolve";
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
};

function record(
  { db, orgId, nowMs, requestId, ip }: Inbound,
  { id }: IncidentRow,
  entry: Entry,
): Promise<void> {
  const actor = { kind: "system", id: null, name: "Inbound webhook" } as const;
  return recordWrite(db, { ...entry, orgId, nowMs, requestId, ip, actor, target: { type: "incident", id } });
}
