import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { AuditContext } from "../../../pipeline/audit/audit.ts";
import { incidentEvent } from "../../../pipeline/incidents/incident-event.ts";
import { findIncidentById, lockIncidents } from "../../../pipeline/incidents/incident-queries.ts";
import type { IncidentRow } from "../../../pipeline/incidents/incident-row.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";

/** What all services of incidents share. */

export type IncidentReadContext = Pick<AuditContext, "db" | "orgId">;
export type IncidentContext = AuditContext & { emit(event: LiveEvent): void };

export async function getIncidentRow({ db, orgId }: IncidentReadContext, id: string): Promise<IncidentRow> {
  const row = UUID_PATTERN.test(id) ? await findIncidentById(db, orgId, id) : null;
  if (!row) throw notFound("incident");
  return row;
}

/** Locks all incidents of the organization until the transaction ends, and returns this one. */
export async function lockIncident(ctx: IncidentReadContext, id: string): Promise<IncidentRow> {
  await getIncidentRow(ctx, id);
  await lockIncidents(ctx.db, ctx.orgId);
  return getIncidentRow(ctx, id);
}

export function emitIncident(ctx: Pick<IncidentContext, "emit" | "clock">, row: IncidentRow): void {
  ctx.emit(incidentEvent(row, ctx.clock.now()));
}

export function incidentTarget(id: string) {
  return { type: "incident", id } as const;
}

/** Clocks of clients differ from that of the server. */
const FUTURE_MS_MAX = 60_000;

/** Reads an instant that must not be in the future; null without one. */
export function readPastInstant(
  { clock }: Pick<AuditContext, "clock">,
  text: string | null | undefined,
  path: string,
): Date | null {
  if (text == null) return null;
  const nowMs = clock.now();
  const atMs = Date.parse(text);
  if (atMs <= nowMs + FUTURE_MS_MAX) return new Date(Math.min(atMs, nowMs));
  throw badFields([{ path, message: "is in the future" }]);
}
