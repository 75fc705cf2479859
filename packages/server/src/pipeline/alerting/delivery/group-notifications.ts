import type { Db } from "../../../platform/storage/database.ts";
import {
  type DeliveryAlertRow,
  type DueNotificationRow,
  markDone,
  postponeSome,
  settleAlerts,
} from "./delivery-queries.ts";
import {
  type GroupKey,
  type GroupMemberRow,
  listGroupMembers,
  listHeldBack,
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
  const { merged, dropped } = decide(grouped, members);
  if (dropped.length > 0) await markDone(db, dropped, { status: "discarded", now: new Date(nowMs) });
  if (merged.length > 0) {
    await mergeNotifications(db, merged);
    const alertIds = merged.map(({ alertId }) => alertId);
    await settleAlerts(db, alertIds, new Date(nowMs));
  }
  const ended = new Set([...dropped, ...merged.map(({ id }) => id)]);
  const rest = grouped.filter(({ notification }) => !ended.has(notification.id));
  const held = await holdBack({ db, channel, nowMs }, rest);
  return notifications.filter(({ id }) => !ended.has(id) && !held.has(id));
}

/**
 * Postpones what follows an earlier notification of its group that waits for another attempt: a group opens and
 * recovers in order. Returns the ids.
 */
async function holdBack(
  { db, channel, nowMs }: DeliveryContext,
  grouped: readonly Grouped[],
): Promise<ReadonlySet<string>> {
  if (grouped.length === 0) return new Set();
  const rows = await listHeldBack(db, channel.id, { keys: keysOf(grouped), now: new Date(nowMs) });
  const held = new Set<string>();
  for (const row of rows) {
    const later = grouped.filter(
      ({ notification, key }) => key === groupNameOf(row) && notification.created_at >= row.created_at,
    );
    const ids = later.map(({ notification }) => notification.id);
    for (const id of ids) held.add(id);
    await postponeSome(db, ids, row.due_at);
  }
  return held;
}

type Decisions = { merged: (Merge & { alertId: string })[]; dropped: string[] };

function decide(
  grouped: readonly Grouped[],
  members: ReadonlyMap<string, readonly GroupMemberRow[]>,
): Decisions {
  const decisions: Decisions = { merged: [], dropped: [] };
  for (const [key, some] of Map.groupBy(grouped, (each) => each.key)) {
    const ofGroup = members.get(key) ?? [];
    for (const { notification, alert } of some) {
      const isRecovery = notification.kind === "resolved";
      if (isRecovery && ofGroup.some((other) => outlasts(other, alert)))
        decisions.dropped.push(notification.id);
    }
    const joined = findJoined(some.filter(isOpening), withOpenMessage(ofGroup));
    for (const [{ notification, alert }, { notification_id: into }] of joined)
      decisions.merged.push({ id: notification.id, into, alertId: alert.id });
  }
  return decisions;
}

const isOpening = ({ notification }: Grouped): boolean => notification.kind === "opened";

/** The openings that join the message of one of these alerts, directly or by way of another one that does. */
function findJoined(
  openings: readonly Grouped[],
  members: readonly GroupMemberRow[],
): Map<Grouped, GroupMemberRow> {
  const joined = new Map<Grouped, GroupMemberRow>();
  let added = members.map((member) => ({ resolvedAt: member.resolved_at, member }));
  while (added.length > 0) {
    const before = added;
    added = openings.flatMap((opening) => {
      if (joined.has(opening)) return [];
      const { triggered_at: at, resolved_at: resolvedAt } = opening.alert;
      const other = before.find((each) => each.resolvedAt === null || each.resolvedAt >= at);
      if (other === undefined) return [];
      joined.set(opening, other.member);
      return [{ resolvedAt, member: other.member }];
    });
  }
  return joined;
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
    members.filter((member) => member.has_recovery_message).map((member) => member.message_id),
  );
  return members.filter((member) => member.is_delivered && !recovered.has(member.message_id));
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
