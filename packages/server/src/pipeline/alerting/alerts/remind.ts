import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import { listRuleChannels, takeDueReminders } from "./queries.ts";
import { NO_SUPPRESSION, type Suppression } from "./suppression.ts";

/** Maximum alerts per transaction. */
const BATCH_MAX = 500;

export type RemindDeps = { database: Database; clock: Clock; suppression?: Suppression };

/**
 * The job `alerts.remind`: repeats the notifications of open, unacknowledged alerts as often as their rules
 * define. Skips reminders during maintenance.
 */
export async function remindOfAlerts(
  { database, clock, suppression = NO_SUPPRESSION }: RemindDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    if ((await remindSome(database, { suppression, nowMs: clock.now() })) < BATCH_MAX) return;
  }
}

function remindSome(
  database: Database,
  { suppression, nowMs }: { suppression: Suppression; nowMs: number },
): Promise<number> {
  return database.transaction(async (db) => {
    const due = await takeDueReminders(db, { now: new Date(nowMs), limit: BATCH_MAX });
    const reasons = await suppression.isSuppressed(db, [...new Set(due.map((alert) => alert.target_id))]);
    const notified = due.filter((alert) => !reasons.has(alert.target_id));
    const ruleIds = [...new Set(notified.map((alert) => alert.rule_id))];
    const channels = Map.groupBy(await listRuleChannels(db, ruleIds), (row) => row.rule_id);
    const notifications = notified.flatMap((alert) =>
      (channels.get(alert.rule_id) ?? []).map((row) => ({
        orgId: alert.org_id,
        alertId: alert.id,
        channelId: row.channel_id,
        kind: "reminder" as const,
      })),
    );
    await writeNotifications(db, notifications, nowMs);
    return due.length;
  });
}
