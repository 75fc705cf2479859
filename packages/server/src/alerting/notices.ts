import { sendJob } from "../jobs/send-job.ts";
import { newId } from "../kernel/ids.ts";
import type { Db } from "../storage/database.ts";
import { dropWaiting, insertNotices, type NoticeKind, settleAlerts } from "./delivery-queries.ts";

/**
 * What is to be told, written in the transaction of what caused it: a transaction that commits is told of, and
 * one that does not is not. Must never know how anything is sent.
 */

export type NewNotice = {
  orgId: string;
  /** Null for what is about no alert: then `body` says it. */
  alertId: string | null;
  channelId: string;
  kind: NoticeKind;
  /** For the kind `operator`: an `OperatorNote`. */
  body?: unknown;
};

/** What the owners of an organization are told of Vedette itself. */
export type OperatorNote = { title: string; text: string };

/** Notices of one alert are told in the order of this list. */
export async function writeNotices(db: Db, notices: readonly NewNotice[], nowMs: number): Promise<void> {
  if (notices.length === 0) return;
  // Ids of one instant are random among themselves: sorted, they keep the order of the list.
  const ids = notices.map(() => newId(nowMs)).sort();
  await insertNotices(
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
export async function dropNoticesOf(db: Db, channelId: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const dropped = await dropWaiting(db, channelId, now);
  const alertIds = dropped.flatMap(({ alert_id: id }) => (id === null ? [] : [id]));
  if (alertIds.length > 0) await settleAlerts(db, alertIds, now);
}
