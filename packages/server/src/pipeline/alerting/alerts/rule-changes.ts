import type { Db } from "../../../platform/storage/database.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import { endAlertsOfRule } from "./end-alerts.ts";
import { type AlertRow, listAnnounced, rescheduleReminders } from "./queries.ts";

export type RuleChange = {
  orgId: string;
  ruleId: string;
  /** Who changed it: id of a person or an API key. */
  by: string;
  nowMs: number;
  /** It was switched off, or is about another target now. */
  isOver: boolean;
  addedChannelIds: readonly string[];
  /** Left out where it is as before. */
  remindEverySeconds?: number | null;
};

/**
 * What a changed rule makes of its open alerts; gives those that ended. Whether they still hold by its new params is
 * seen at the next result.
 */
export async function followRuleChange(db: Db, change: RuleChange): Promise<readonly AlertRow[]> {
  const { orgId, ruleId, nowMs, remindEverySeconds } = change;
  if (change.isOver) return endAlertsOfRule(db, change);
  if (remindEverySeconds !== undefined) {
    const remindAt = remindEverySeconds === null ? null : new Date(nowMs + remindEverySeconds * 1_000);
    await rescheduleReminders(db, orgId, { ruleId, remindAt });
  }
  if (change.addedChannelIds.length > 0) await tellAdded(db, change);
  return [];
}

/** A channel that comes to a rule whose alert is open is told of it, or it would hear of its end alone. */
async function tellAdded(db: Db, { orgId, ruleId, addedChannelIds, nowMs }: RuleChange): Promise<void> {
  const open = await listAnnounced(db, orgId, ruleId);
  const notices = open.flatMap(({ id: alertId }) =>
    addedChannelIds.map((channelId) => ({ orgId, alertId, channelId, kind: "opened" as const })),
  );
  await writeNotifications(db, notices, nowMs);
}
