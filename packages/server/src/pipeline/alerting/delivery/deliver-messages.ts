import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { toAlertedTarget } from "../alerts/alerted-target.ts";
import type { AlertPayload, Message } from "../messages/message.ts";
import {
  type ClaimedChannelRow,
  countMessagesSince,
  type DeliveryAlertRow,
  type DueNotificationRow,
  listAlertsToNotify,
  listDueNotifications,
  markDone,
  postponeSome,
  setMessageId,
} from "./delivery-queries.ts";
import type { OperatorNote } from "./notifications.ts";

/**
 * Selects which of a channel's notifications are sent next, and whether as single messages or as a digest.
 * Sends nothing itself.
 */

/** Alerts per message: a storm of 10,000 alerts is ten messages of at most one megabyte each. */
const DIGEST_ALERTS_MAX = 1_000;
/** Up to this many alerts are sent as single messages; more become a digest. */
const SINGLES_MAX = 3;
/** Maximum messages per channel and minute, so that people can still read them. */
const MESSAGES_PER_MINUTE_MAX = 5;
const MINUTE_MS = 60_000;

export type PendingMessage = {
  message: Message;
  notifications: readonly DueNotificationRow[];
  thread: string | null;
};

export type MessageContext = {
  db: Db;
  channel: ClaimedChannelRow;
  publicUrl: string;
  digests: boolean;
  nowMs: number;
};

/** Returns the next message and stores its id first. Returns null if nothing is to be sent now. */
export async function nextMessage(ctx: MessageContext): Promise<PendingMessage | null> {
  const { db, channel } = ctx;
  const due = await listDueNotifications(db, channel.id, {
    now: new Date(ctx.nowMs),
    limit: DIGEST_ALERTS_MAX,
  });
  if (due.length === 0) return null;
  const alertIds = [...new Set(due.flatMap(({ alert_id: id }) => (id === null ? [] : [id])))];
  const rows = await listAlertsToNotify(db, channel.org_id, { channelId: channel.id, alertIds });
  const alerts = new Map(rows.map((row) => [row.id, row]));
  const notifications = await dropObsolete(ctx, due, alerts);
  const group = await chooseGroup(ctx, notifications);
  if (group === null) return notifications.length < due.length ? nextMessage(ctx) : null;
  return toPendingMessage(ctx, group, alerts);
}

/** Drops notifications that are obsolete, and leaves out those that wait for the message they reply to. */
async function dropObsolete(
  { db, nowMs }: MessageContext,
  due: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): Promise<DueNotificationRow[]> {
  const kept: DueNotificationRow[] = [];
  const dropped: string[] = [];
  for (const notification of due) {
    const alert = notification.alert_id === null ? undefined : alerts.get(notification.alert_id);
    const decision = decide(notification, alert, nowMs);
    if (decision === "send") kept.push(notification);
    else if (decision === "drop") dropped.push(notification.id);
    else await postponeSome(db, [notification.id], decision);
  }
  if (dropped.length > 0) await markDone(db, dropped, { status: "discarded", now: new Date(nowMs) });
  return kept;
}

function decide(
  notification: DueNotificationRow,
  alert: DeliveryAlertRow | undefined,
  nowMs: number,
): "send" | "drop" | Date {
  if (notification.kind === "operator") return "send";
  if (alert === undefined) return "drop";
  if (notification.kind === "opened") return "send";
  if (notification.kind === "reminder" && (alert.resolved_at ?? alert.acknowledged_at) !== null)
    return "drop";
  if (alert.is_opening_delivered) return "send";
  // A recovery is sent only to a channel that got the opening, and only after it.
  if (alert.opening_due_at === null) return "drop";
  return alert.opening_due_at.getTime() <= nowMs ? "send" : alert.opening_due_at;
}

/** The notifications of one message. Those of an earlier attempt come first and are sent again unchanged. */
async function chooseGroup(
  ctx: MessageContext,
  notifications: readonly DueNotificationRow[],
): Promise<DueNotificationRow[] | null> {
  const [first] = notifications;
  if (first === undefined) return null;
  if (first.message_id !== null) return notifications.filter(({ message_id: id }) => id === first.message_id);
  if (!ctx.digests || first.kind === "operator") return asSingle(ctx, first);
  const alerts = notifications.filter(({ kind }) => kind !== "operator");
  const since = new Date(ctx.nowMs - MINUTE_MS);
  const { messages, firstAt } = await countMessagesSince(ctx.db, ctx.channel.id, since);
  const free = MESSAGES_PER_MINUTE_MAX - messages;
  if (free <= 0) {
    const until = new Date((firstAt?.getTime() ?? ctx.nowMs) + MINUTE_MS);
    await postponeSome(
      ctx.db,
      notifications.map(({ id }) => id),
      until,
    );
    return null;
  }
  // Delayed notifications are combined into one message because they are old news.
  const isLate = alerts.length > 1 && alerts.some(({ due_at: due, created_at: made }) => due > made);
  if (!isLate && alerts.length <= Math.min(SINGLES_MAX, free)) return asSingle(ctx, first);
  return asDigest(ctx, alerts);
}

async function asSingle(
  { db }: MessageContext,
  notification: DueNotificationRow,
): Promise<DueNotificationRow[]> {
  await setMessageId(db, [notification.id], notification.id);
  return [{ ...notification, message_id: notification.id }];
}

async function asDigest(
  { db, nowMs }: MessageContext,
  notifications: readonly DueNotificationRow[],
): Promise<DueNotificationRow[]> {
  const id = newId(nowMs);
  await setMessageId(
    db,
    notifications.map((notification) => notification.id),
    id,
  );
  return notifications.map((notification) => ({ ...notification, message_id: id }));
}

function toPendingMessage(
  { channel, publicUrl }: MessageContext,
  notifications: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): PendingMessage {
  const [first] = notifications;
  if (!first?.message_id) throw new Error("a message needs notifications and an id");
  const common = {
    id: first.message_id,
    organization: { id: channel.org_id, name: channel.organization_name },
  };
  if (first.kind === "operator") {
    const { title, text } = first.body as OperatorNote;
    const url = `${publicUrl}/alerts/channels`;
    return { message: { ...common, kind: "operator", title, text, url }, notifications, thread: null };
  }
  const entries = notifications.flatMap(({ kind, alert_id: id }) => {
    const alert = alerts.get(id ?? "");
    return alert === undefined || kind === "operator" ? [] : [{ kind, alert }];
  });
  const [only] = entries;
  if (only !== undefined && notifications.length === 1) {
    const { kind, alert } = only;
    const url = `${publicUrl}/alerts/${alert.id}`;
    const thread = kind === "opened" ? null : alert.thread;
    return { message: { ...common, kind, alert: toPayload(alert), url }, notifications, thread };
  }
  const url = `${publicUrl}/alerts`;
  const list = entries.map(({ kind, alert }) => ({ kind, alert: toPayload(alert) }));
  return { message: { ...common, kind: "digest", alerts: list, url }, notifications, thread: null };
}

function toPayload(row: DeliveryAlertRow): AlertPayload {
  return {
    id: row.id,
    org_id: row.org_id,
    rule_id: row.rule_id,
    rule_type: row.rule_type,
    severity: row.severity,
    status: row.status,
    target: toAlertedTarget(row),
    title: row.title,
    message: row.message,
    evidence: row.evidence,
    suppressed_by: row.suppressed_by,
    triggered_at: row.triggered_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    acknowledged_by: row.acknowledged_by,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: row.resolved_by,
  };
}
