import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { acknowledgeOpenAlert } from "../../alerting/alerts/acknowledgement.ts";
import { requestIncidentUpdates } from "../../alerting/alerts/incident-updates.ts";
import { type AlertRow, findAlertRow } from "../../alerting/alerts/queries.ts";
import { recordWrite } from "../../audit/audit.ts";
import type { Acknowledger } from "./acknowledge-link.ts";
import { findAcknowledgerName } from "./link-queries.ts";

/**
 * Acknowledges alerts for callers outside of the API: links, Slack, Telegram, SMS, calls and push notifications. It verifies
 * no credential; that is the duty of its callers.
 */

export type OutsideAcknowledgement = {
  orgId: OrgId;
  alertId: string;
  by: Acknowledger;
  /** How, as the audit log shows it after the name: "by link", "by SMS from +49…12". */
  via: string;
  nowMs: number;
  requestId: string;
  ip: string | null;
};

/** `already`: someone acknowledged it before. `resolved`: it needs no acknowledgement any more. */
export type AcknowledgeOutcome = { state: "acknowledged" | "already" | "resolved"; alert: AlertRow };

/** Returns null if the alert, or who acknowledges, is not of the organization. Must run in a transaction. */
export async function acknowledgeFromOutside(
  db: Db,
  { orgId, alertId, by, via, nowMs, requestId, ip }: OutsideAcknowledgement,
): Promise<AcknowledgeOutcome | null> {
  const personId = "personId" in by ? by.personId : null;
  const channelId = "channelId" in by ? by.channelId : null;
  const acknowledger = await findAcknowledgerName(db, orgId, { personId, channelId });
  if (acknowledger === null) return null;
  const id = personId ?? channelId ?? "";
  const row = await acknowledgeOpenAlert(db, orgId, { id: alertId, by: id, nowMs });
  if (row === null) {
    const alert = await findAlertRow(db, orgId, alertId);
    return alert && { state: alert.resolved_at === null ? "already" : "resolved", alert };
  }
  await requestIncidentUpdates(db, [row]);
  const { status, acknowledged_by, resolved_by } = row;
  await recordWrite(db, {
    orgId,
    actor: {
      kind: personId === null ? "system" : "member",
      id: personId,
      name: `${acknowledger.name} ${via}`,
    },
    action: "alert.acknowledge",
    target: { type: "alert", id: alertId },
    after: { status, acknowledged_by, resolved_by },
    nowMs,
    requestId,
    ...(ip !== null && { ip }),
  });
  return { state: "acknowledged", alert: row };
}
