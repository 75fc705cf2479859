import { createHash } from "node:crypto";
import { sendJob } from "../../../platform/jobs/send-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { formatUuid } from "../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { pause } from "../../../platform/kernel/pause.ts";
import { BoxError } from "../../../platform/kernel/secret-box.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { Channels } from "../channels/registry.ts";
import { type ChannelSecrets, openChannelSecrets } from "./channel-secrets.ts";
import { nextMessage } from "./deliver-messages.ts";
import { recordOutcome } from "./deliver-outcome.ts";
import {
  type ClaimedChannelRow,
  claimChannel,
  findBusyUntil,
  findNextDue,
  listDueChannels,
  listOrphanedAlerts,
  renewClaim,
  settleAlerts,
} from "./delivery-queries.ts";
import { deleteNotificationsOf, enqueueDelivery } from "./notifications.ts";
import type { SendOnChannel } from "./send-on-channel.ts";

/**
 * Delivers notifications: at least once, in order, one message per channel at a time. It knows no product and
 * no rule. Each outcome is stored before the next message; after a crash, another process sends the last
 * message again with the same id.
 */
export type Deliveries = {
  /**
   * Sends what waits for a channel until nothing is due. Does nothing if another process holds the channel's
   * claim.
   */
  deliver(channelId: string, signal: AbortSignal): Promise<void>;
  /** Restarts deliveries that a crashed process left behind. */
  deliverOverdue(): Promise<void>;
};

export type DeliveriesDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  channels: Channels;
  send: SendOnChannel;
  mailer: Mailer;
  /** How long a message is retried. */
  retryMaxSeconds: number;
  /** Public URL of this server, for links. Without a trailing slash. */
  publicUrl: string;
  /** Receives the time from the cause of each delivered notification. Optional. */
  onDelivered?: (delayMs: number) => void;
  random?: () => number;
  /** Replaces the timer in tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Alerts with one cause arrive within two seconds of each other. */
const GATHER_MS = 2_000;
/** Maximum duration of one run; the next run continues. */
const RUN_MS = 60_000;
/** Margin of a claim over the send timeout, for the statements around the send. */
const CLAIM_MARGIN_MS = 5_000;
/** Channels per run; the run a minute later continues. A second job for the same channel does no harm. */
const DUE_CHANNELS_MAX = 1_000;
/** An alert is settled within milliseconds of its last notification. */
const ORPHANED_ALERT_MS = 30_000;
const ORPHANED_ALERTS_MAX = 1_000;
/**
 * Channels of one organization that this process sends on at once, of the 32 runs that it has. If all receivers of an
 * organization hang, the others still have runs. Measured: with 40 that hang, 13 s for a message that takes 5 s alone.
 */
export const RUNS_PER_ORGANIZATION_MAX = 24;
/** After which a channel whose organization has no run left asks again. */
const NO_RUN_MS = 1_000;

/** The number of runs by organization. */
type Runs = Map<string, number>;

export function createDeliveries(deps: DeliveriesDeps): Deliveries {
  const runs: Runs = new Map();
  return {
    deliver: (channelId, signal) => deliver({ ...deps, runs }, channelId, signal),
    async deliverOverdue() {
      const { database, clock } = deps;
      const nowMs = clock.now();
      const due = await listDueChannels(database, { now: new Date(nowMs), limit: DUE_CHANNELS_MAX });
      await enqueueDelivery(
        database,
        due.map(({ channel_id: id }) => id),
      );
      const before = new Date(nowMs - ORPHANED_ALERT_MS);
      const left = await listOrphanedAlerts(database, { before, limit: ORPHANED_ALERTS_MAX });
      const ids = left.map(({ id }) => id);
      if (ids.length > 0) await settleAlerts(database, ids, new Date(nowMs));
    },
  };
}

/** The delivery job handlers, by job name. */
export function deliveryJobs({ deliver, deliverOverdue }: Deliveries) {
  return {
    "alerts.deliver": ({ data, signal }: { data: { channelId: string }; signal: AbortSignal }) =>
      deliver(data.channelId, signal),
    "alerts.overdue": (): Promise<void> => deliverOverdue(),
  };
}

async function deliver(
  deps: DeliveriesDeps & { runs: Runs },
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, runs } = deps;
  const due = await findNextDue(database, channelId);
  if (due === null) return;
  if (due.due_at.getTime() > clock.now()) return scheduleDelivery(deps, channelId, due.due_at);
  const claim = await takeClaim(deps, channelId);
  if (claim === null) {
    // The process that holds the claim sends ours as well; this job is the fallback if it crashes.
    const busy = await findBusyUntil(database, channelId);
    if (busy === null) await deleteNotificationsOf(database, channelId, clock.now());
    if (busy?.locked_until) await scheduleDelivery(deps, channelId, busy.locked_until);
    return;
  }
  const orgId = claim.channel.org_id;
  const running = runs.get(orgId) ?? 0;
  if (running >= RUNS_PER_ORGANIZATION_MAX) {
    await claim.release();
    return scheduleDelivery(deps, channelId, new Date(clock.now() + NO_RUN_MS));
  }
  runs.set(orgId, running + 1);
  try {
    await waitForRelatedAlerts(deps, due.created_at, signal);
    await sendAll(deps, claim, signal);
  } finally {
    endRun(runs, orgId);
    await claim.release();
  }
  // Includes notifications that arrived while we held the claim; their own job returned early.
  const next = await findNextDue(database, channelId);
  if (next !== null) await scheduleDelivery(deps, channelId, next.due_at);
}

function endRun(runs: Runs, orgId: string): void {
  const left = (runs.get(orgId) ?? 1) - 1;
  if (left > 0) runs.set(orgId, left);
  else runs.delete(orgId);
}

type Claim = {
  channel: ClaimedChannelRow;
  /** Returns false if the claim was lost: another process may be sending. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
};

/** A claim expires on its own, shortly after the send it was taken for would time out. */
async function takeClaim(
  { database, clock, channels }: DeliveriesDeps,
  channelId: string,
): Promise<Claim | null> {
  let until = new Date(clock.now() + GATHER_MS + CLAIM_MARGIN_MS);
  const channel = await claimChannel(database, channelId, { now: new Date(clock.now()), until });
  if (channel === null) return null;
  const replace = async (next: Date | null) => (await renewClaim(database, channelId, { until, next })) > 0;
  return {
    channel,
    async renew() {
      const next = new Date(clock.now() + channels[channel.type].timeoutMs + CLAIM_MARGIN_MS);
      const isOurs = await replace(next);
      until = next;
      return isOurs;
    },
    release: async () => void (await replace(null)),
  };
}

/** Waits for alerts that occur together with the oldest one. */
async function waitForRelatedAlerts(
  { clock, pause: wait = pause }: DeliveriesDeps,
  due: Date,
  signal: AbortSignal,
): Promise<void> {
  const restMs = due.getTime() + GATHER_MS - clock.now();
  if (restMs > 0) await wait(Math.min(restMs, GATHER_MS), signal);
}

async function sendAll(deps: DeliveriesDeps, claim: Claim, signal: AbortSignal): Promise<void> {
  const { database, clock, channels } = deps;
  const { channel } = claim;
  const secrets = channel.disabled_at === null ? await openSecrets(deps, channel) : null;
  if (secrets === null) {
    await deleteNotificationsOf(database, channel.id, clock.now());
    return;
  }
  const startedAt = clock.monotonic();
  while (!signal.aborted && clock.monotonic() - startedAt < RUN_MS) {
    const pending = await nextMessage({
      db: database,
      channel,
      publicUrl: deps.publicUrl,
      digests: channels[channel.type].digests,
      nowMs: clock.now(),
    });
    if (pending === null || !(await claim.renew())) return;
    const deliveredTo = pending.notifications[0]?.delivered_to ?? [];
    const outcome = await deps.send({ type: channel.type, secrets }, pending.message, {
      thread: pending.thread,
      deliveredTo,
    });
    const isOver = await recordOutcome(deps, { channel, pending, outcome });
    if (isOver) return;
  }
}

/** Returns null if decryption fails: nothing can be sent until the secrets are entered again. */
async function openSecrets(
  { database, vault, log }: DeliveriesDeps,
  channel: ClaimedChannelRow,
): Promise<ChannelSecrets | null> {
  const context = { orgId: channel.org_id, id: channel.id, version: channel.version };
  try {
    return await openChannelSecrets({ db: database, vault }, context, channel.encrypted_config);
  } catch (error) {
    if (!(error instanceof BoxError)) throw error;
    log.error("alerts.channel_decrypt_failed", { channel_id: channel.id, ...errorFacts(error) });
    return null;
  }
}

/** One job per channel and instant, however often it is requested. */
async function scheduleDelivery({ database }: DeliveriesDeps, channelId: string, at: Date): Promise<void> {
  const digest = createHash("sha256").update(`${channelId} ${at.getTime()}`).digest();
  const job = { name: "alerts.deliver", data: { channelId } } as const;
  await sendJob(database, job, { id: formatUuid(digest.subarray(0, 16)), startAt: at });
}
