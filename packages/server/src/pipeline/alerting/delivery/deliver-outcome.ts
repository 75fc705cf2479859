import type { Clock } from "../../../platform/kernel/clock.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../messages/channel.ts";
import { isExhausted, nextAttemptMs } from "./deliver-backoff.ts";
import {
  type ClaimedChannelRow,
  disableChannel,
  discardPending,
  insertDeliveries,
  markDelivered,
  markDone,
  postpone,
  pullForward,
  recordAttempts,
  settleAlerts,
} from "./delivery-queries.ts";
import { notifyOwners } from "./notify-owners.ts";
import type { PendingMessage } from "./pending-message.ts";

/**
 * Handles the outcome of an attempt: records it, schedules retries or ends them, and notifies owners of failed
 * channels.
 */

export type OutcomeDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  retryMaxSeconds: number;
  publicUrl: string;
  random?: () => number;
  /** Receives the time from the cause of each delivered notification. Optional. */
  onDelivered?: (delayMs: number) => void;
};

type SendAttempt = { channel: ClaimedChannelRow; pending: PendingMessage; outcome: SendOutcome };

/** Returns true if nothing more is to be sent on this channel for now. */
export async function recordOutcome(deps: OutcomeDeps, sendAttempt: SendAttempt): Promise<boolean> {
  const { database, clock } = deps;
  const nowMs = clock.now();
  const { channel, pending, outcome } = sendAttempt;
  const { alertIds, isOver, afterCommit } = await database.transaction(async (db): Promise<Settled> => {
    await recordAttempt(db, sendAttempt, nowMs);
    if (outcome.ok) {
      const ids = pending.notifications.map(({ id }) => id);
      await markDelivered(db, ids, { now: new Date(nowMs), thread: outcome.thread ?? null });
      await pullForward(db, channel.id, new Date(nowMs));
      return { alertIds: alertsOf(pending.notifications), isOver: false };
    }
    return outcome.isPermanent
      ? failChannel(deps, db, sendAttempt)
      : retryLater(deps, db, { sendAttempt, nowMs });
  });
  if (outcome.ok)
    for (const { created_at: at, quiet_until: quietUntil } of pending.notifications)
      deps.onDelivered?.(nowMs - (quietUntil ?? at).getTime());
  if (alertIds.length > 0) await settleAlerts(database, alertIds, new Date(nowMs));
  await afterCommit?.();
  return isOver;
}

type Settled = {
  /** Alerts whose notifications were sent or have failed. */
  alertIds: string[];
  isOver: boolean;
  /** Runs after the transaction has committed. */
  afterCommit?: () => Promise<void>;
};

async function recordAttempt(
  db: Db,
  { channel, pending, outcome }: SendAttempt,
  nowMs: number,
): Promise<void> {
  await insertDeliveries(db, channel.id, {
    deliveries: pending.notifications.map(({ id, alert_id: alertId, kind, attempts }) => ({
      id: newId(nowMs),
      notificationId: id,
      alertId,
      kind,
      attempt: attempts + 1,
    })),
    at: new Date(nowMs),
    ok: outcome.ok,
    statusCode: outcome.statusCode,
    error: outcome.error ?? null,
  });
}

/** The receiver no longer exists: nothing is sent to it until the channel is changed. */
async function failChannel(
  deps: OutcomeDeps,
  db: Db,
  { channel, pending, outcome }: SendAttempt,
): Promise<Settled> {
  const now = new Date(deps.clock.now());
  const reason = outcome.error ?? "the receiver no longer exists";
  const ids = pending.notifications.map(({ id }) => id);
  await recordAttempts(db, ids, []);
  await markDone(db, ids, { status: "failed", now });
  const discarded = await discardPending(db, channel.id, now);
  await disableChannel(db, channel.org_id, { channelId: channel.id, now, reason });
  deps.log.warn("alerts.channel_disabled", { channel_id: channel.id, status_code: outcome.statusCode });
  const afterCommit = await notifyOwners(deps, db, {
    channel,
    isUrgent: true,
    note: {
      title: `The alert channel '${channel.name}' was disabled`,
      text:
        `Its receiver no longer exists: ${reason}. ${pending.notifications.length + discarded.length} messages were not sent. ` +
        "Update the channel to enable it again, or delete it.",
    },
  });
  return {
    alertIds: [...alertsOf(pending.notifications), ...alertsOf(discarded)],
    isOver: true,
    afterCommit,
  };
}

/** Fails notifications past the retry time, and postpones everything else that waits for the channel. */
async function retryLater(
  deps: OutcomeDeps,
  db: Db,
  { sendAttempt, nowMs }: { sendAttempt: SendAttempt; nowMs: number },
): Promise<Settled> {
  const { channel, pending, outcome } = sendAttempt;
  const { retryMaxSeconds } = deps;
  const ids = pending.notifications.map(({ id }) => id);
  await recordAttempts(db, ids, outcome.ok ? [] : (outcome.deliveredTo ?? []));
  const exhausted = pending.notifications.filter(
    ({ attempts, created_at: createdAt, quiet_until: quietUntil }) => {
      const createdAtMs = (quietUntil ?? createdAt).getTime();
      return isExhausted({ attempts: attempts + 1, createdAtMs, nowMs, retryMaxSeconds });
    },
  );
  // If all of them have failed, the next message is tried at once; messages that waited as long fail with it.
  const isOver = exhausted.length < pending.notifications.length;
  if (isOver) await postpone(db, channel.id, new Date(nowMs + waitMs(deps, sendAttempt)));
  if (exhausted.length === 0) return { alertIds: [], isOver };
  const exhaustedIds = exhausted.map(({ id }) => id);
  await markDone(db, exhaustedIds, { status: "failed", now: new Date(nowMs) });
  deps.log.warn("alerts.retries_exhausted", { channel_id: channel.id, notifications: exhausted.length });
  const alertIds = alertsOf(exhausted);
  // Owner notes about channels are never reported in turn: two failing channels would report each other.
  if (pending.message.kind === "operator") return { alertIds, isOver };
  return { alertIds, isOver, afterCommit: await notifyRetriesExhausted(deps, db, sendAttempt) };
}

function waitMs(
  { retryMaxSeconds, random = Math.random }: OutcomeDeps,
  { pending, outcome }: SendAttempt,
): number {
  const attempts = 1 + Math.min(...pending.notifications.map((notification) => notification.attempts));
  const retryAfterSeconds = outcome.ok ? null : outcome.retryAfterSeconds;
  return nextAttemptMs({ attempts, retryMaxSeconds }, { retryAfterSeconds, random });
}

function notifyRetriesExhausted(
  deps: OutcomeDeps,
  db: Db,
  { channel, pending, outcome }: SendAttempt,
): Promise<() => Promise<void>> {
  const { message } = pending;
  const isSingle = "alert" in message && pending.notifications.length === 1;
  const what = isSingle ? `'${message.alert.title}'` : `${pending.notifications.length} alerts`;
  return notifyOwners(deps, db, {
    channel,
    isUrgent: false,
    note: {
      title: `The alert channel '${channel.name}' does not accept messages`,
      text:
        `Notifications of ${what} failed after ${Math.round(deps.retryMaxSeconds / 60)} minutes of retries: ` +
        `${outcome.error ?? "no response"}. Send a test message once the receiver works again.`,
    },
  });
}

function alertsOf(notifications: readonly { alert_id: string | null }[]): string[] {
  return notifications.flatMap(({ alert_id: id }) => (id === null ? [] : [id]));
}
