import type { Db } from "../../../platform/storage/database.ts";
import {
  type DeliveryAlertRow,
  type DueNotificationRow,
  markDone,
  settleAlerts,
} from "./delivery-queries.ts";
import {
  type GroupKey,
  type GroupMemberRow,
  listGroupMembers,
  type Merge,
  mergeNotifications,
} from "./group-queries.ts";

/**
 * Alerts of a rule with the same key share their notifications on a channel (ADR 0056): the first that opens is
 * sent, those that open while it or a later one is open are added to its message, and the recovery of the last one
 * is sent. Decided when a channel delivers, because one process at a time does that for a channel.
 */

type DeliveryContext = { db: Db; channel: { id: string }; nowMs: number };
type Alerts = ReadonlyMap<string, DeliveryAlertRow>;
type Grouped = { notification: DueNotificationRow; alert: DeliveryAlertRow; key: string };

/** Ends the notifications that another one of their group stands for, and returns the others. */
export async function withoutGrouped(
  { db, channel, nowMs }: DeliveryContext,
  notifications: readonly DueNotificationRow[],
  alerts: Alerts,
): Promise<DueNotificationRow[]> {
  const grouped = notifications.flatMap((notification) => toGrouped(notification, alerts) ?? []);
  if (grouped.length === 0) return [...notifications];
  const members = Map.groupBy(await listGroupMembers(db, channel.id, keysOf(grouped)), nameOfMember);
  const open = new Map([...members].map(([key, some]) => [key, withOpenMessage(some)]));
  const merges: (Merge & { alertId: string })[] = [];
  const dropped: string[] = [];
  for (const { notification, alert, key } of grouped) {
    const isOpening = notification.kind === "opened";
    const other = isOpening ? open.get(key)?.find((each) => wasOpenAt(each, alert.triggered_at)) : undefined;
    if (other) merges.push({ id: notification.id, into: other.notification_id, alertId: alert.id });
    if (!isOpening && members.get(key)?.some((each) => outlasts(each, alert))) dropped.push(notification.id);
  }
  if (dropped.length > 0) await markDone(db, dropped, { status: "discarded", now: new Date(nowMs) });
  if (merges.length > 0) {
    await mergeNotifications(db, merges);
    const alertIds = merges.map(({ alertId }) => alertId);
    await settleAlerts(db, alertIds, new Date(nowMs));
  }
  const ended = new Set([...dropped, ...merges.map(({ id }) => id)]);
  return notifications.filter(({ id }) => !ended.has(id));
}

/** Only what can stand for others: not a reminder, and nothing that was tried before, which is sent unchanged. */
function toGrouped(notification: DueNotificationRow, alerts: Alerts): Grouped | null {
  const alert = alerts.get(notification.alert_id ?? "");
  if (!alert || notification.message_id !== null) return null;
  if (notification.kind !== "opened" && notification.kind !== "resolved") return null;
  const key = groupNameOf(alert);
  return key === null ? null : { notification, alert, key };
}

/** Names the alerts that share notifications; null if an alert has its own. */
export function groupNameOf({
  rule_id,
  group_key,
}: Pick<DeliveryAlertRow, "rule_id" | "group_key">): string | null {
  return group_key === null ? null : `${rule_id} ${group_key}`;
}

const nameOfMember = (member: GroupMemberRow): string => groupNameOf(member) ?? "";

function keysOf(grouped: readonly Grouped[]): GroupKey[] {
  return [...Map.groupBy(grouped, ({ key }) => key).values()].flatMap((some) => {
    const [first] = some;
    if (!first?.alert.group_key) return [];
    const since = new Date(Math.min(...some.map(({ alert }) => alert.triggered_at.getTime())));
    return [{ ruleId: first.alert.rule_id, groupKey: first.alert.group_key, since }];
  });
}

/** The alerts of a group whose message was sent and not yet followed by a recovery. */
function withOpenMessage(members: readonly GroupMemberRow[]): GroupMemberRow[] {
  const recovered = new Set(
    members.filter((member) => member.is_recovery_sent).map((member) => member.message_id),
  );
  return members.filter((member) => member.is_delivered && !recovered.has(member.message_id));
}

function wasOpenAt({ resolved_at: resolvedAt }: GroupMemberRow, at: Date): boolean {
  return resolvedAt === null || resolvedAt >= at;
}

/** Whether another alert was open when this one resolved. Of those that resolve at the same instant one is last. */
function outlasts(other: GroupMemberRow, { id, resolved_at: at }: DeliveryAlertRow): boolean {
  if (other.id === id || at === null || other.triggered_at > at) return false;
  if (other.resolved_at === null || other.resolved_at > at) return true;
  return other.resolved_at.getTime() === at.getTime() && other.id > id;
}

/**
 * The notifications that are sent with the first one in one message: those of its group and kind, up to the next
 * one of another kind.
 */
export function unitsOf(
  notifications: readonly DueNotificationRow[],
  alerts: Alerts,
): DueNotificationRow[][] {
  const units: DueNotificationRow[][] = [];
  const current = new Map<string, DueNotificationRow[]>();
  for (const notification of notifications) {
    const alert = alerts.get(notification.alert_id ?? "");
    const key = alert === undefined ? null : groupNameOf(alert);
    const unit = key === null ? undefined : current.get(key);
    if (unit?.[0]?.kind === notification.kind) {
      unit.push(notification);
      continue;
    }
    const next = [notification];
    units.push(next);
    if (key !== null) current.set(key, next);
  }
  return units;
}
