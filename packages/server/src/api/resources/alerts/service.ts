import type { Alert, AlertListQuery } from "@vedette/contract/alerts/alerts.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import {
  acknowledgeOpenAlert,
  unacknowledgeOpenAlert,
} from "../../../pipeline/alerting/alerts/acknowledgement.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { endAlert } from "../../../pipeline/alerting/alerts/end-alerts.ts";
import { requestIncidentUpdates } from "../../../pipeline/alerting/alerts/incident-updates.ts";
import { type AlertRow, findAlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import { type AuditContext, actorId, audit } from "../../../pipeline/audit/audit.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { actorNames } from "../audit-log/service-names.ts";
import { toAlert } from "./alert-view.ts";
import { listAlerts, listDeliveries } from "./queries.ts";

/**
 * Alerts: listing, acknowledging and resolving them. Alerts are opened where results are recorded, not here.
 */

export type AlertContext = AuditContext & { emit(event: LiveEvent): void };
type AlertChange = "alert.resolve" | "alert.acknowledge" | "alert.unacknowledge";

/** Returns one page. An alert that opens between two pages neither repeats nor hides another alert. */
export async function listAlertPage(ctx: AlertContext, query: AlertListQuery): Promise<Page<Alert>> {
  const afterId = query.cursor === undefined ? null : decodeCursor(query.cursor, cursorSchema(query))[1];
  const rows = hasValidIds(query) ? await listAlerts(ctx.db, ctx.orgId, { query, afterId }) : [];
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > query.limit;
  return {
    data: await toAlerts(ctx, page),
    meta: { next_cursor: hasMore && last ? encodeCursor([query.sort, last.id]) : null, has_more: hasMore },
  };
}

/** No alert has a malformed id, so such a query returns an empty page. */
function hasValidIds({ rule_id, target_id }: AlertListQuery): boolean {
  return [rule_id, target_id].every((id) => id === undefined || UUID_PATTERN.test(id));
}

function cursorSchema({ sort }: AlertListQuery) {
  return z.tuple([z.literal(sort), z.string().regex(UUID_PATTERN)]);
}

/** The alert that opened last, as it is stored; null if there was none. */
export async function findNewestAlert(db: Db, orgId: OrgId): Promise<AlertRow | null> {
  const query = { sort: "-created_at", limit: 1 } as const;
  const [row = null] = await listAlerts(db, orgId, { query, afterId: null });
  return row;
}

export async function getAlert(ctx: AlertContext, id: string): Promise<Alert> {
  return toOneAlert(ctx, await getRow(ctx, id));
}

/** Resolves an alert. Resolving a resolved alert has no effect. */
export async function resolveAlertByUser(ctx: AlertContext, id: string): Promise<Alert> {
  const { db, orgId } = ctx;
  const by = actorId(ctx.actor);
  const ended = UUID_PATTERN.test(id) ? await endAlert(db, { orgId, id, by, nowMs: ctx.clock.now() }) : null;
  return ended ? recordChange(ctx, ended, "alert.resolve") : getAlert(ctx, id);
}

/** Acknowledges an alert and stops its reminders. Has no effect if it is already acknowledged or resolved. */
export async function acknowledge(ctx: AlertContext, id: string): Promise<Alert> {
  const { db, orgId } = ctx;
  const by = actorId(ctx.actor);
  const row = UUID_PATTERN.test(id)
    ? await acknowledgeOpenAlert(db, orgId, { id, by, nowMs: ctx.clock.now() })
    : null;
  return row ? recordChange(ctx, row, "alert.acknowledge") : getAlert(ctx, id);
}

/** Withdraws an acknowledgement; reminders start again. Has no effect if there is none, or the alert is resolved. */
export async function unacknowledge(ctx: AlertContext, id: string): Promise<Alert> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const row = UUID_PATTERN.test(id) ? await unacknowledgeOpenAlert(db, orgId, { id, nowMs }) : null;
  return row ? recordChange(ctx, row, "alert.unacknowledge") : getAlert(ctx, id);
}

async function recordChange(ctx: AlertContext, row: AlertRow, action: AlertChange): Promise<Alert> {
  const alert = await toOneAlert(ctx, row);
  await requestIncidentUpdates(ctx.db, [row]);
  await auditChange(ctx, row, action);
  ctx.emit(alertEvent(row));
  return alert;
}

export async function auditChange(
  ctx: AlertContext,
  { id, status, acknowledged_by, resolved_by }: AlertRow,
  action: AlertChange,
): Promise<void> {
  const after = { status, acknowledged_by, resolved_by };
  await audit(ctx, { action, target: { type: "alert", id }, after });
}

async function getRow({ db, orgId }: AlertContext, id: string): Promise<AlertRow> {
  const row = UUID_PATTERN.test(id) ? await findAlertRow(db, orgId, id) : null;
  if (!row) throw notFound("alert");
  return row;
}

async function toOneAlert(ctx: AlertContext, row: AlertRow): Promise<Alert> {
  const [alert] = await toAlerts(ctx, [row]);
  if (!alert) throw new Error(`alert ${row.id} was read but not converted`);
  return alert;
}

/** Adds the delivery attempts and the names of the users who acknowledged or resolved the alerts. */
async function toAlerts({ db, orgId }: AlertContext, rows: readonly AlertRow[]): Promise<Alert[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const deliveries = Map.groupBy(await listDeliveries(db, orgId, ids), (delivery) => delivery.alert_id);
  const actors = rows.flatMap((row) => [row.acknowledged_by, row.resolved_by]);
  const findName = await actorNames(db, orgId, actors);
  return rows.map((row) => toAlert(row, { deliveries: deliveries.get(row.id) ?? [], findName }));
}
