import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { type NewNotification, writeNotifications } from "../../alerting/delivery/notifications.ts";
import type { NotifiedEntry } from "./escalation-rows.ts";
import { idsOf, type StepToTake } from "./step-to-take.ts";

/**
 * Writes the notifications of the channels of steps. The first one of an alert on a channel is its opening, so that the
 * recovery follows; later ones are reminders. A drill is a note, because it has no alert.
 */
export async function notifyStepChannels(
  db: Db,
  steps: readonly StepToTake[],
  nowMs: number,
): Promise<ReadonlyMap<StepToTake, NotifiedEntry[]>> {
  const channelIds = [...new Set(steps.flatMap(({ definition }) => idsOf(definition, "channel")))];
  if (channelIds.length === 0) return new Map();
  const channels = new Map((await listStates(db, channelIds)).map((row) => [row.id, row]));
  const alertIds = steps.flatMap(({ alerts }) => alerts.map(({ alert_id }) => alert_id));
  const opened = new Set(
    (await listOpened(db, { alertIds, channelIds })).map((row) => `${row.alert_id} ${row.channel_id}`),
  );
  const notifications: NewNotification[] = [];
  const entries = steps.map((step): [StepToTake, NotifiedEntry[]] => [
    step,
    idsOf(step.definition, "channel").map((id) => {
      const channel = channels.get(id);
      const isOwn = channel?.org_id === step.escalation.org_id;
      if (isOwn && !channel.is_disabled) notifications.push(...notificationsOf(step, id, opened));
      const outcome = !isOwn ? "deleted" : channel.is_disabled ? "disabled" : "notified";
      return { type: "channel", id, personId: null, outcome };
    }),
  ]);
  await writeNotifications(db, notifications, nowMs);
  return new Map(entries);
}

function notificationsOf(
  { escalation, alerts }: StepToTake,
  channelId: string,
  opened: ReadonlySet<string>,
): NewNotification[] {
  const orgId = escalation.org_id;
  if (escalation.is_drill) {
    const title = `Fire drill of escalation policy "${escalation.policy_name}"`;
    const text = "This is a test. Nothing is down, and there is nothing to do.";
    return [{ orgId, alertId: null, channelId, kind: "operator", body: { title, text } }];
  }
  return alerts.map(({ alert_id: alertId }) => ({
    ...{ orgId, alertId, channelId },
    kind: opened.has(`${alertId} ${channelId}`) ? "reminder" : "opened",
  }));
}

const listStates = (db: Db, channelIds: readonly string[]) =>
  db.rows<{ id: string; org_id: string; is_disabled: boolean }>(sql`
    select id, org_id, disabled_at is not null as is_disabled from alert_channel
    where id = any(${textArray(channelIds)}::uuid[])`);

const listOpened = (
  db: Db,
  { alertIds, channelIds }: { alertIds: readonly string[]; channelIds: readonly string[] },
) =>
  db.rows<{ alert_id: string; channel_id: string }>(sql`
    select distinct alert_id, channel_id from alert_notification
    where alert_id = any(${textArray(alertIds)}::uuid[]) and channel_id = any(${textArray(channelIds)}::uuid[])
      and kind = 'opened'`);
