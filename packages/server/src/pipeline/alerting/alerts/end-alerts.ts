import type { Db } from "../../../platform/storage/database.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import {
  type AlertRow,
  forgetConditionsOfRule,
  forgetConditionsOfTarget,
  listRecoveryChannels,
  resolveAlert,
  resolveAlertsOfRule,
  resolveAlertsOfTarget,
} from "./queries.ts";

/** How alerts end other than by a result: by hand, or with what they are about. Gives those that were ended. */

type Ending = { orgId: string; by: string; nowMs: number };

/** Its condition goes on holding, so the rule opens another one only after it has cleared and come back. */
export async function endAlert(db: Db, { id, ...ending }: Ending & { id: string }): Promise<AlertRow | null> {
  const ended = await resolveAlert(db, ending.orgId, { id, ...endedOf(ending) });
  if (ended) await tellRecovery(db, [ended], ending.nowMs);
  return ended;
}

/** For a rule that is switched off, is to be deleted, or turns to another target. */
export async function endAlertsOfRule(
  db: Db,
  { ruleId, ...ending }: Ending & { ruleId: string },
): Promise<AlertRow[]> {
  await forgetConditionsOfRule(db, ending.orgId, ruleId);
  const ended = await resolveAlertsOfRule(db, ending.orgId, { ruleId, ...endedOf(ending) });
  await tellRecovery(db, ended, ending.nowMs);
  return ended;
}

/** For a target that is paused or was deleted. To be called while its row is held. */
export async function endAlertsOfTarget(
  db: Db,
  { targetId, ...ending }: Ending & { targetId: string },
): Promise<AlertRow[]> {
  await forgetConditionsOfTarget(db, ending.orgId, targetId);
  const ended = await resolveAlertsOfTarget(db, ending.orgId, { targetId, ...endedOf(ending) });
  await tellRecovery(db, ended, ending.nowMs);
  return ended;
}

/** Writes that alerts are over, to whom it was written that they began. */
export async function tellRecovery(db: Db, alerts: readonly AlertRow[], nowMs: number): Promise<void> {
  if (alerts.length === 0) return;
  const channels = await listRecoveryChannels(
    db,
    alerts.map(({ id }) => id),
  );
  const notices = channels.map((row) => ({
    orgId: row.org_id,
    alertId: row.alert_id,
    channelId: row.channel_id,
    kind: "resolved" as const,
  }));
  await writeNotifications(db, notices, nowMs);
}

const endedOf = ({ by, nowMs }: Ending) => ({ by, now: new Date(nowMs) });
