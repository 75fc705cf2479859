import { newId } from "../../../platform/kernel/ids.ts";
import {
  countMessagesSince,
  type DeliveryAlertRow,
  type DueNotificationRow,
  listAlertsToNotify,
  listDueNotifications,
  markDone,
  postponeQuiet,
  postponeSome,
  setMessageId,
} from "./delivery-queries.ts";
import { unitsOf, withoutGrouped } from "./group-notifications.ts";
import { type MessageContext, type PendingMessage, toPendingMessage } from "./pending-message.ts";
import { quietUntilMs } from "./quiet-hours.ts";

/**
 * Selects which of a channel's notifications are sent next, and whether as single messages, with
 * their group, or as a digest. Sends nothing itself.
 */

/** Alerts per message: a storm of 10,000 alerts is ten messages of at most one megabyte each. */
const DIGEST_ALERTS_MAX = 1_000;
/** Up to this many alerts, or groups of alerts, are sent as messages of their own; more become a digest. */
const SINGLES_MAX = 3;
/** Maximum messages per channel and minute, so that people can still read them. */
const MESSAGES_PER_MINUTE_MAX = 5;
const MINUTE_MS = 60_000;

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
  const notifications = await withoutGrouped(ctx, await dropObsolete(ctx, due, alerts), alerts);
  const chosen = await chooseNotifications(ctx, notifications, alerts);
  if (chosen === null) return notifications.length < due.length ? nextMessage(ctx) : null;
  return toPendingMessage(ctx, chosen, alerts);
}

/** Drops notifications that are obsolete, and leaves out those that wait for the message they reply to. */
async function dropObsolete(
  { db, nowMs, channel }: MessageContext,
  due: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): Promise<DueNotificationRow[]> {
  const kept: DueNotificationRow[] = [];
  const dropped: string[] = [];
  for (const notification of due) {
    const alert = notification.alert_id === null ? undefined : alerts.get(notification.alert_id);
    const decision = decide(notification, alert, { channel, nowMs });
    const quietUntil = decision === "send" ? quietUntilOf(notification, alert, { channel, nowMs }) : null;
    if (quietUntil !== null) {
      await postponeQuiet(db, notification.id, quietUntil);
      continue;
    }
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
  { channel, nowMs }: DecisionContext,
): "send" | "drop" | Date {
  if (notification.kind === "operator") return "send";
  if (alert === undefined) return "drop";
  const isWanted = channel.only_severity === null || channel.only_severity.includes(alert.severity);
  // A recovery follows an alert that was sent, even if the channel no longer takes its severity.
  if (!isWanted && !(notification.kind === "resolved" && alert.is_opening_delivered)) return "drop";
  if (notification.kind === "opened") return "send";
  if (notification.kind === "reminder" && (alert.resolved_at ?? alert.acknowledged_at) !== null)
    return "drop";
  if (alert.is_opening_delivered) return "send";
  // A recovery is sent only to a channel that got the opening, and only after it.
  if (alert.opening_due_at === null) return "drop";
  return alert.opening_due_at.getTime() <= nowMs ? "send" : alert.opening_due_at;
}

type DecisionContext = Pick<MessageContext, "channel" | "nowMs">;

/** A message that was attempted before is retried also in quiet hours: it may have arrived. */
function quietUntilOf(
  { message_id: messageId, kind }: DueNotificationRow,
  alert: DeliveryAlertRow | undefined,
  { channel: { quiet_hours: quiet }, nowMs }: DecisionContext,
): Date | null {
  if (quiet === null || alert === undefined || kind === "operator" || messageId !== null) return null;
  if (quiet.except.includes(alert.severity)) return null;
  const untilMs = quietUntilMs(quiet, nowMs);
  return untilMs === null ? null : new Date(untilMs);
}

/** The notifications of one message. Those of an earlier attempt come first and are sent again unchanged. */
async function chooseNotifications(
  ctx: MessageContext,
  notifications: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, DeliveryAlertRow>,
): Promise<DueNotificationRow[] | null> {
  const [first] = notifications;
  if (first === undefined) return null;
  if (first.message_id !== null) return notifications.filter(({ message_id: id }) => id === first.message_id);
  const ofAlerts = notifications.filter(({ kind }) => kind !== "operator");
  const units = unitsOf(ofAlerts, alerts);
  if (first.kind === "operator") return asMessage(ctx, [first], first.id);
  const [unit = [first]] = units;
  if (!ctx.digests) return asMessage(ctx, unit, first.id);
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
  const isLate = units.length > 1 && ofAlerts.some(({ due_at: due, created_at: made }) => due > made);
  if (!isLate && units.length <= Math.min(SINGLES_MAX, free)) return asMessage(ctx, unit, first.id);
  return asMessage(ctx, ofAlerts, newId(ctx.nowMs));
}

/** Stores the id of the message that these notifications are sent with. */
async function asMessage(
  { db }: MessageContext,
  notifications: readonly DueNotificationRow[],
  id: string,
): Promise<DueNotificationRow[]> {
  await setMessageId(
    db,
    notifications.map((notification) => notification.id),
    id,
  );
  return notifications.map((notification) => ({ ...notification, message_id: id }));
}
