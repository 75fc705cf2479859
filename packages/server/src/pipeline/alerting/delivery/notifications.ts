import { sendJob } from "../../../platform/jobs/send-job.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  discardPending,
  insertNotifications,
  type NotificationKind,
  settleAlerts,
} from "./delivery-queries.ts";

/**
 * Writes notifications in the transaction of their cause: they are sent only if it commits. It must never
 * know how anything is sent.
 */

export type NewNotification = {
  orgId: string;
  /** Null if the notification concerns no alert; `body` then has the content. */
  alertId: string | null;
  channelId: string;
  kind: NotificationKind;
  /** For the kind `operator`: an `OperatorNote`. */
  body?: unknown;
};

/** A note to the owners of an organization about Vedette itself. */
export type OperatorNote = { title: string; text: string };

/** Notifications of one alert are sent in the order of this list. */
export async function writeNotifications(
  db: Db,
  notifications: readonly NewNotification[],
  nowMs: number,
): Promise<void> {
  if (notifications.length === 0) return;
  // Ids of the same instant are in random order: sorting them keeps the order of the list.
  const ids = notifications.map(() => newId(nowMs)).sort();
  await insertNotifications(
    db,
    notifications.map((notification, index) => ({ ...notification, id: ids[index] ?? newId(nowMs) })),
    new Date(nowMs),
  );
  const channelIds = new Set(notifications.map(({ channelId }) => channelId));
  await enqueueDelivery(db, [...channelIds]);
}

/** Enqueues the delivery of these channels' notifications, once the transaction commits. */
export async function enqueueDelivery(db: Db, channelIds: readonly string[]): Promise<void> {
  for (const channelId of channelIds) await sendJob(db, { name: "alerts.deliver", data: { channelId } });
}

/** For a channel that is being deleted: drops its waiting notifications. */
export async function deleteNotificationsOf(db: Db, channelId: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const dropped = await discardPending(db, channelId, now);
  const alertIds = dropped.flatMap(({ alert_id: id }) => (id === null ? [] : [id]));
  if (alertIds.length > 0) await settleAlerts(db, alertIds, now);
}
