import { sendJob } from "../../../platform/jobs/send-job.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { dropWaiting, insertNotifications, type NotificationKind, settleAlerts } from "./delivery-queries.ts";

/**
 * What is to be told, written in the transaction of what caused it: a transaction that commits is told of, and
 * one that does not is not. Must never know how anything is sent.
 */

export type NewNotification = {
  orgId: string;
  /** Null for what is about no alert: then `body` says it. */
  alertId: string | null;
  channelId: string;
  kind: NotificationKind;
  /** For the kind `operator`: an `OperatorNote`. */
  body?: unknown;
};

/** What the owners of an organization are told of Vedette itself. */
export type OperatorNote = { title: string; text: string };

/** Notices of one alert are told in the order of this list. */
export async function writeNotifications(
  db: Db,
  notices: readonly NewNotification[],
  nowMs: number,
): Promise<void> {
  if (notices.length === 0) return;
  // Ids of one instant are random among themselves: sorted, they keep the order of the list.
  const ids = notices.map(() => newId(nowMs)).sort();
  await insertNotifications(
    db,
    notices.map((notice, index) => ({ ...notice, id: ids[index] ?? newId(nowMs) })),
    new Date(nowMs),
  );
  const channelIds = new Set(notices.map(({ channelId }) => channelId));
  await enqueueDelivery(db, [...channelIds]);
}

/** Has what waits for these channels sent, once the transaction commits. */
export async function enqueueDelivery(db: Db, channelIds: readonly string[]): Promise<void> {
  for (const channelId of channelIds) await sendJob(db, { name: "alerts.deliver", data: { channelId } });
}

/** For a channel that is being deleted: what waits for it is told to nobody. */
export async function deleteNotificationsOf(db: Db, channelId: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const dropped = await dropWaiting(db, channelId, now);
  const alertIds = dropped.flatMap(({ alert_id: id }) => (id === null ? [] : [id]));
  if (alertIds.length > 0) await settleAlerts(db, alertIds, now);
}
