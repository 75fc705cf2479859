import type { Db } from "../../../platform/storage/database.ts";
import { startEscalations } from "../../on-call/escalations/start-escalations.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import { endAlertsOfRule } from "./end-alerts.ts";
import { type AlertRow, listAnnounced, rescheduleReminders, setEscalationPolicy } from "./queries.ts";

export type RuleChange = {
  orgId: string;
  ruleId: string;
  /** Id of the user or API key that changed the rule. */
  by: string;
  nowMs: number;
  /** The rule was disabled or moved to another target. */
  isOver: boolean;
  addedChannelIds: readonly string[];
  /** Undefined if unchanged. */
  remindEverySeconds?: number | null;
  /** The policy that the rule got; null if it is unchanged, or the rule has none. Running escalations keep theirs. */
  newPolicyId: string | null;
};

/**
 * Applies a rule change to the open alerts of the rule. Returns the resolved alerts. Whether alerts still
 * hold with new params is decided at the next result.
 */
export async function followRuleChange(db: Db, change: RuleChange): Promise<readonly AlertRow[]> {
  const { orgId, ruleId, nowMs, remindEverySeconds } = change;
  if (change.isOver) return endAlertsOfRule(db, change);
  if (remindEverySeconds !== undefined) {
    const remindAt = remindEverySeconds === null ? null : new Date(nowMs + remindEverySeconds * 1_000);
    await rescheduleReminders(db, orgId, { ruleId, remindAt });
  }
  if (change.addedChannelIds.length > 0) await notifyAddedChannels(db, change);
  if (change.newPolicyId !== null) {
    const open = await setEscalationPolicy(db, orgId, { ruleId, policyId: change.newPolicyId });
    await startEscalations(db, open, nowMs);
  }
  return [];
}

/** Notifies added channels of open alerts; they would otherwise receive only the recovery. */
async function notifyAddedChannels(
  db: Db,
  { orgId, ruleId, addedChannelIds, nowMs }: RuleChange,
): Promise<void> {
  const open = await listAnnounced(db, orgId, ruleId);
  const notifications = open.flatMap(({ id: alertId }) =>
    addedChannelIds.map((channelId) => ({ orgId, alertId, channelId, kind: "opened" as const })),
  );
  await writeNotifications(db, notifications, nowMs);
}
