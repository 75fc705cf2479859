import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import { CHANNELS, type Channels } from "../src/pipeline/alerting/channels/registry.ts";
import { sealChannelSecrets } from "../src/pipeline/alerting/delivery/channel-secrets.ts";
import { createDeliveries, type Deliveries } from "../src/pipeline/alerting/delivery/deliver.ts";
import { type NewNotification, writeNotifications } from "../src/pipeline/alerting/delivery/notifications.ts";
import { createOpenSmtp } from "../src/pipeline/alerting/delivery/open-smtp.ts";
import { createSendOnChannel } from "../src/pipeline/alerting/delivery/send-on-channel.ts";
import type { OpenSmtp } from "../src/pipeline/alerting/messages/channel.ts";
import { newSigningSecret } from "../src/pipeline/alerting/messages/signing-secret.ts";
import type { PushToMembers } from "../src/pipeline/on-call/push/push-to-members.ts";
import type { Clock } from "../src/platform/kernel/clock.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { Mail } from "../src/platform/mail/mail-message.ts";
import type { Mailer } from "../src/platform/mail/mailer.ts";
import { createEgress } from "../src/platform/net/egress.ts";
import { createEgressPolicy } from "../src/platform/net/egress-policy.ts";
import { createSendBytes, type SendBytes } from "../src/platform/net/probes/send-bytes.ts";
import { createSendRequest, type SendRequest } from "../src/platform/net/send-request.ts";
import type { Vault } from "../src/platform/secrets/vault.ts";
import type { Database, Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";
import { testVault } from "./vault.ts";

/** A clock that a test moves. Pauses end immediately and move the clock. */
export type ManualClock = Clock & { move(ms: number): void };

export function createManualClock(startMs = Date.parse("2026-03-01T12:00:00Z")): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    move(ms) {
      nowMs += ms;
    },
  };
}

/**
 * Sends requests to loopback with a deadline of one second, because the receivers of tests respond
 * immediately.
 */
export function testRequest(mode: "self-hosted" | "hosted" = "self-hosted"): SendRequest {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return createSendRequest(createEgress({ policy }), { deadlineMs: 1_000, replyDeadlineMs: 200 });
}

/** Sends bytes to loopback. */
export function testSendBytes(mode: "self-hosted" | "hosted" = "self-hosted"): SendBytes {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return createSendBytes(createEgress({ policy }), { deadlineMs: 2_000 });
}

/** Opens real SMTP servers; a hosted one may not be on this machine. */
export function testOpenSmtp(mode: "self-hosted" | "hosted" = "self-hosted"): OpenSmtp {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return createOpenSmtp(createEgress({ policy }));
}

/** An organization whose members have no devices. */
export const NO_DEVICES: PushToMembers = async () => ({ members: [], leftOut: 0 });

export type TestDeliveries = Deliveries & {
  clock: ManualClock;
  vault: Vault;
  /** The mails to owners and recipients. */
  mails: Mail[];
  channel(
    orgId: string,
    input: { type?: AlertChannelType; config: Record<string, unknown>; name?: string },
  ): Promise<{ id: string; signingSecret: string }>;
  /** Writes notifications in their own transaction, at the time of the clock. */
  notify(notifications: readonly NewNotification[]): Promise<void>;
  /** Delivers the due notifications. Batching moves the clock. */
  run(channelId: string): Promise<void>;
};

type TestDeliveriesOptions = {
  channels?: Partial<Channels>;
  database?: Database;
  request?: SendRequest;
  mailer?: Mailer;
  pushToMembers?: PushToMembers;
};

export function testDeliveries(database: Database, options: TestDeliveriesOptions = {}): TestDeliveries {
  const clock = createManualClock();
  const vault = testVault();
  const mails: Mail[] = [];
  const mailer: Mailer = options.mailer ?? {
    isConfigured: true,
    async send(mail) {
      mails.push(mail);
    },
  };
  const channels: Channels = { ...CHANNELS, ...options.channels };
  const request = options.request ?? testRequest();
  const deliveries = createDeliveries({
    database: options.database ?? database,
    vault,
    clock,
    log: silentLogger,
    channels,
    send: createSendOnChannel({
      channels,
      request,
      sendBytes: testSendBytes(),
      openSmtp: testOpenSmtp(),
      pushToMembers: options.pushToMembers ?? NO_DEVICES,
      mailer,
      clock,
    }),
    mailer,
    retryMaxSeconds: 3_600,
    publicUrl: "https://vedette.example.org",
    random: () => 0.5,
    pause: async (ms) => clock.move(ms),
  });
  return {
    ...deliveries,
    clock,
    vault,
    mails,
    channel: (orgId, input) => makeSealedChannel(database, { orgId, vault, ...input }),
    notify: (notifications) =>
      database.transaction((db) => writeNotifications(db, notifications, clock.now())),
    run: (channelId) => deliveries.deliver(channelId, new AbortController().signal),
  };
}

async function makeSealedChannel(
  db: Db,
  {
    orgId,
    vault,
    type = "webhook",
    config,
    name = "Test",
  }: { orgId: string; vault: Vault; type?: AlertChannelType; config: Record<string, unknown>; name?: string },
): Promise<{ id: string; signingSecret: string }> {
  const id = newId(Date.now());
  const signingSecret = newSigningSecret();
  const encrypted = await sealChannelSecrets(
    { db, vault },
    { orgId, id, version: 1 },
    { config, signingSecret },
  );
  await db.run(sql`
    insert into alert_channel (id, org_id, name, type, config, encrypted_config, created_at, updated_at)
    values (${id}, ${orgId}, ${name}, ${type}, '{}', ${encrypted}, now(), now())`);
  return { id, signingSecret };
}
