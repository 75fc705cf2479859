import type { Db } from "../../../platform/storage/database.ts";
import { escalatedIds, stopEscalations } from "../../on-call/escalations/stop-escalations.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import { requestIncidentUpdates } from "./incident-updates.ts";
import {
  type AlertRow,
  deleteConditionsOfRule,
  deleteConditionsOfTarget,
  listRecoveryChannels,
  resolveAlert,
  resolveAlertsOfRule,
  resolveAlertsOfTarget,
} from "./queries.ts";

/**
 * Resolves alerts for a reason other than a result: manually, or because their rule or target changed. Each
 * function returns the alerts it resolved.
 */

type Ending = { orgId: string; by: string; nowMs: number };

/**
 * The condition still holds, so the rule opens another alert only after the condition has cleared and
 * returned.
 */
export async function endAlert(db: Db, { id, ...ending }: Ending & { id: string }): Promise<AlertRow | null> {
  const ended = await resolveAlert(db, ending.orgId, { id, ...endedOf(ending) });
  if (ended) await notifyRecovery(db, [ended], ending.nowMs);
  return ended;
}

/** For a rule that is disabled, deleted or moved to another target. */
export async function endAlertsOfRule(
  db: Db,
  { ruleId, ...ending }: Ending & { ruleId: string },
): Promise<AlertRow[]> {
  await deleteConditionsOfRule(db, ending.orgId, ruleId);
  const ended = await resolveAlertsOfRule(db, ending.orgId, { ruleId, ...endedOf(ending) });
  await notifyRecovery(db, ended, ending.nowMs);
  return ended;
}

/** For a target that is paused or deleted. Call it while the target's row is locked. */
export async function endAlertsOfTarget(
  db: Db,
  { targetId, ...ending }: Ending & { targetId: string },
): Promise<AlertRow[]> {
  await deleteConditionsOfTarget(db, ending.orgId, targetId);
  const ended = await resolveAlertsOfTarget(db, ending.orgId, { targetId, ...endedOf(ending) });
  await notifyRecovery(db, ended, ending.nowMs);
  return ended;
}

/** Writes recovery notifications to the channels that were notified of the opening, and stops escalations. */
export async function notifyRecovery(db: Db, alerts: readonly AlertRow[], nowMs: number): Promise<void> {
  if (alerts.length === 0) return;
  const channels = await listRecoveryChannels(
    db,
    alerts.map(({ id }) => id),
  );
  const notifications = channels.map((row) => ({
    orgId: row.org_id,
    alertId: row.alert_id,
    channelId: row.channel_id,
    kind: "resolved" as const,
  }));
  await writeNotifications(db, notifications, nowMs);
  await stopEscalations(db, escalatedIds(alerts), { reason: "resolved", nowMs });
  await requestIncidentUpdates(db, alerts);
}

const endedOf = ({ by, nowMs }: Ending) => ({ by, now: new Date(nowMs) });
