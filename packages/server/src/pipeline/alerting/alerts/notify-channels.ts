import type { Db } from "../../../platform/storage/database.ts";
import { startEscalations } from "../../on-call/escalations/start-escalations.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import { requestIncidentUpdates } from "./incident-updates.ts";
import { type AlertRow, listRuleChannels } from "./queries.ts";

/** Writes the notifications of opened alerts, and starts their escalations. Suppressed alerts get none. */
export async function notifyOpened(db: Db, alerts: readonly AlertRow[], nowMs: number): Promise<void> {
  const notified = alerts.filter((alert) => alert.suppressed_by === null);
  await notifyChannels(db, notified, { kind: "opened", nowMs });
  await startEscalations(db, notified, nowMs);
  await requestIncidentUpdates(db, alerts);
}

/** Writes a notification for each channel of the alerts' rules. */
export async function notifyChannels(
  db: Db,
  alerts: readonly AlertRow[],
  { kind, nowMs }: { kind: "opened" | "reminder"; nowMs: number },
): Promise<void> {
  if (alerts.length === 0) return;
  const channels = Map.groupBy(
    await listRuleChannels(db, [...new Set(alerts.map((alert) => alert.rule_id))]),
    (row) => row.rule_id,
  );
  const notifications = alerts.flatMap((alert) =>
    (channels.get(alert.rule_id) ?? []).map(({ channel_id: channelId }) => ({
      orgId: alert.org_id,
      alertId: alert.id,
      channelId,
      kind,
    })),
  );
  await writeNotifications(db, notifications, nowMs);
}
