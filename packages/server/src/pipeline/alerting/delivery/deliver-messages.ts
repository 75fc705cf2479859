import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AlertPayload, Message } from "../messages/message.ts";
import {
  type AlertRow,
  type ClaimedChannelRow,
  countMessagesSince,
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
  notices: readonly DueNotificationRow[];
  thread: string | null;
};

export type LetterContext = {
  db: Db;
  channel: ClaimedChannelRow;
  publicUrl: string;
  digests: boolean;
  nowMs: number;
};

/** Returns the next message and stores its id first. Returns null if nothing is to be sent now. */
export async function nextMessage(ctx: LetterContext): Promise<PendingMessage | null> {
  const { db, channel } = ctx;
  const due = await listDueNotifications(db, channel.id, {
    now: new Date(ctx.nowMs),
    limit: DIGEST_ALERTS_MAX,
  });
  if (due.length === 0) return null;
  const alertIds = [...new Set(due.flatMap(({ alert_id: id }) => (id === null ? [] : [id])))];
  const rows = await listAlertsToNotify(db, channel.org_id, { channelId: channel.id, alertIds });
  const alerts = new Map(rows.map((row) => [row.id, row]));
  const notices = await withoutIdle(ctx, due, alerts);
  const group = await chooseGroup(ctx, notices);
  if (group === null) return notices.length < due.length ? nextMessage(ctx) : null;
  return letterOf(ctx, group, alerts);
}

/** Drops notifications that are obsolete, and leaves out those that wait for the message they reply to. */
async function withoutIdle(
  { db, nowMs }: LetterContext,
  due: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, AlertRow>,
): Promise<DueNotificationRow[]> {
  const kept: DueNotificationRow[] = [];
  const dropped: string[] = [];
  for (const notice of due) {
    const alert = notice.alert_id === null ? undefined : alerts.get(notice.alert_id);
    const fate = fateOf(notice, alert, nowMs);
    if (fate === "tell") kept.push(notice);
    else if (fate === "drop") dropped.push(notice.id);
    else await postponeSome(db, [notice.id], fate);
  }
  if (dropped.length > 0) await markDone(db, dropped, { status: "dropped", now: new Date(nowMs) });
  return kept;
}

function fateOf(
  notice: DueNotificationRow,
  alert: AlertRow | undefined,
  nowMs: number,
): "tell" | "drop" | Date {
  if (notice.kind === "operator") return "tell";
  if (alert === undefined) return "drop";
  if (notice.kind === "opened") return "tell";
  if (notice.kind === "reminder" && (alert.resolved_at ?? alert.acknowledged_at) !== null) return "drop";
  if (alert.was_told) return "tell";
  // A recovery is sent only to a channel that got the opening, and only after it.
  if (alert.opening_due_at === null) return "drop";
  return alert.opening_due_at.getTime() <= nowMs ? "tell" : alert.opening_due_at;
}

/** The notifications of one message. Those of an earlier attempt come first and are sent again unchanged. */
async function chooseGroup(
  ctx: LetterContext,
  notices: readonly DueNotificationRow[],
): Promise<DueNotificationRow[] | null> {
  const [first] = notices;
  if (first === undefined) return null;
  if (first.message_id !== null) return notices.filter(({ message_id: id }) => id === first.message_id);
  if (!ctx.digests || first.kind === "operator") return alone(ctx, first);
  const alerts = notices.filter(({ kind }) => kind !== "operator");
  const since = new Date(ctx.nowMs - MINUTE_MS);
  const { messages, firstAt } = await countMessagesSince(ctx.db, ctx.channel.id, since);
  const free = MESSAGES_PER_MINUTE_MAX - messages;
  if (free <= 0) {
    const until = new Date((firstAt?.getTime() ?? ctx.nowMs) + MINUTE_MS);
    await postponeSome(
      ctx.db,
      notices.map(({ id }) => id),
      until,
    );
    return null;
  }
  // Delayed notifications are combined into one message because they are old news.
  const isLate = alerts.length > 1 && alerts.some(({ due_at: due, created_at: made }) => due > made);
  if (!isLate && alerts.length <= Math.min(SINGLES_MAX, free)) return alone(ctx, first);
  return together(ctx, alerts);
}

async function alone({ db }: LetterContext, notice: DueNotificationRow): Promise<DueNotificationRow[]> {
  await setMessageId(db, [notice.id], notice.id);
  return [{ ...notice, message_id: notice.id }];
}

async function together(
  { db, nowMs }: LetterContext,
  notices: readonly DueNotificationRow[],
): Promise<DueNotificationRow[]> {
  const id = newId(nowMs);
  await setMessageId(
    db,
    notices.map((notice) => notice.id),
    id,
  );
  return notices.map((notice) => ({ ...notice, message_id: id }));
}

function letterOf(
  { channel, publicUrl }: LetterContext,
  notices: readonly DueNotificationRow[],
  alerts: ReadonlyMap<string, AlertRow>,
): PendingMessage {
  const [first] = notices;
  if (!first?.message_id) throw new Error("a message needs notifications and an id");
  const common = {
    id: first.message_id,
    organization: { id: channel.org_id, name: channel.organization_name },
  };
  if (first.kind === "operator") {
    const { title, text } = first.body as OperatorNote;
    const url = `${publicUrl}/alerts/channels`;
    return { message: { ...common, kind: "operator", title, text, url }, notices, thread: null };
  }
  const told = notices.flatMap(({ kind, alert_id: id }) => {
    const alert = alerts.get(id ?? "");
    return alert === undefined || kind === "operator" ? [] : [{ kind, alert }];
  });
  const [only] = told;
  if (only !== undefined && notices.length === 1) {
    const { kind, alert } = only;
    const url = `${publicUrl}/alerts/${alert.id}`;
    const thread = kind === "opened" ? null : alert.thread;
    return { message: { ...common, kind, alert: toTold(alert), url }, notices, thread };
  }
  const url = `${publicUrl}/alerts`;
  const list = told.map(({ kind, alert }) => ({ kind, alert: toTold(alert) }));
  return { message: { ...common, kind: "digest", alerts: list, url }, notices, thread: null };
}

function toTold(row: AlertRow): AlertPayload {
  return {
    id: row.id,
    org_id: row.org_id,
    rule_id: row.rule_id,
    rule_type: row.rule_type,
    severity: row.severity,
    status: row.status,
    target: { type: row.target_kind, id: row.target_id, name: row.target_name },
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
