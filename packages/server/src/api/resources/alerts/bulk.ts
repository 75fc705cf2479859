import type { BulkAlertAction, BulkAlerts, BulkAlertsResult } from "@vedette/contract/alerts/bulk-alerts.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  acknowledgeOpenAlert,
  unacknowledgeOpenAlert,
} from "../../../pipeline/alerting/alerts/acknowledgement.ts";
import { alertEvent } from "../../../pipeline/alerting/alerts/alert-event.ts";
import { endAlert } from "../../../pipeline/alerting/alerts/end-alerts.ts";
import { requestIncidentUpdates } from "../../../pipeline/alerting/alerts/incident-updates.ts";
import type { AlertRow } from "../../../pipeline/alerting/alerts/queries.ts";
import { actorId } from "../../../pipeline/audit/audit.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { lockAlerts } from "./queries.ts";
import { type AlertContext, auditChange } from "./service.ts";

/**
 * Acknowledges, unacknowledges or resolves many alerts in one transaction. Alerts that are as wanted already stay as
 * they are.
 */
export async function changeAlertsInBulk(ctx: AlertContext, input: BulkAlerts): Promise<BulkAlertsResult> {
  const { db, orgId } = ctx;
  const ids = input.ids.filter((id) => UUID_PATTERN.test(id));
  const rows = await lockAlerts(db, orgId, { ids, withSameTarget: input.same_target });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = input.ids.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [{ path: `ids.${index}`, message: "is not the ID of an alert" }],
  );
  if (unknown.length > 0) throw badFields(unknown);
  const changed: string[] = [];
  for (const { id } of rows) {
    const row = await CHANGES[input.action](ctx, id);
    if (row === null) continue;
    await auditChange(ctx, row, `alert.${input.action}`);
    ctx.emit(alertEvent(row));
    changed.push(id);
  }
  await requestIncidentUpdates(
    db,
    changed.map((id) => ({ id })),
  );
  return { selected: rows.length, changed: changed.length, changed_ids: changed };
}

const CHANGES: Record<BulkAlertAction, (ctx: AlertContext, id: string) => Promise<AlertRow | null>> = {
  acknowledge: ({ db, orgId, actor, clock }, id) =>
    acknowledgeOpenAlert(db, orgId, { id, by: actorId(actor), nowMs: clock.now() }),
  unacknowledge: ({ db, orgId, clock }, id) => unacknowledgeOpenAlert(db, orgId, { id, nowMs: clock.now() }),
  resolve: ({ db, orgId, actor, clock }, id) =>
    endAlert(db, { orgId, id, by: actorId(actor), nowMs: clock.now() }),
};
