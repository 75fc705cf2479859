import type { AlertChannelType } from "@vedette/contract/alerts/alert-channels.ts";
import { CHANNELS, type Channels } from "../src/pipeline/alerting/channels/registry.ts";
import { sealChannelSecrets } from "../src/pipeline/alerting/delivery/channel-secrets.ts";
import { createDeliveries, type Deliveries } from "../src/pipeline/alerting/delivery/deliver.ts";
import { type NewNotification, writeNotifications } from "../src/pipeline/alerting/delivery/notifications.ts";
import { createSendOnChannel } from "../src/pipeline/alerting/delivery/send-on-channel.ts";
import { newSigningSecret } from "../src/pipeline/alerting/messages/signing-secret.ts";
import type { Clock } from "../src/platform/kernel/clock.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import { silentLogger } from "../src/platform/kernel/logger.ts";
import type { Mail, Mailer } from "../src/platform/mail/mailer.ts";
import { createEgress } from "../src/platform/net/egress.ts";
import { createEgressPolicy } from "../src/platform/net/egress-policy.ts";
import { createSendRequest, type SendRequest } from "../src/platform/net/send-request.ts";
import type { Vault } from "../src/platform/secrets/vault.ts";
import type { Database, Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";
import { testVault } from "./vault.ts";

/** A clock that a test moves. What waits for it is done waiting at once. */
export type MovedClock = Clock & { move(ms: number): void };

export function movedClock(startMs = Date.parse("2026-03-01T12:00:00Z")): MovedClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    move(ms) {
      nowMs += ms;
    },
  };
}

/** Requests to loopback, cut after a second: a test's receiver that answers does so at once. */
export function testRequest(mode: "self-hosted" | "hosted" = "self-hosted"): SendRequest {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return createSendRequest(createEgress({ policy }), { deadlineMs: 1_000, replyDeadlineMs: 200 });
}

export type TestDeliveries = Deliveries & {
  clock: MovedClock;
  vault: Vault;
  /** What was mailed to owners and recipients. */
  mails: Mail[];
  channel(
    orgId: string,
    wish: { type?: AlertChannelType; config: Record<string, unknown>; name?: string },
  ): Promise<{ id: string; signingSecret: string }>;
  /** In a transaction of its own, at the clock's instant. */
  notify(notices: readonly NewNotification[]): Promise<void>;
  /** What is due, sent; gathering takes the clock's time. */
  run(channelId: string): Promise<void>;
};

type Wishes = { channels?: Partial<Channels>; database?: Database; request?: SendRequest; mailer?: Mailer };

export function testDeliveries(database: Database, wishes: Wishes = {}): TestDeliveries {
  const clock = movedClock();
  const vault = testVault();
  const mails: Mail[] = [];
  const mailer: Mailer = wishes.mailer ?? {
    isConfigured: true,
    async send(mail) {
      mails.push(mail);
    },
  };
  const channels: Channels = { ...CHANNELS, ...wishes.channels };
  const request = wishes.request ?? testRequest();
  const deliveries = createDeliveries({
    database: wishes.database ?? database,
    vault,
    clock,
    log: silentLogger,
    channels,
    send: createSendOnChannel({ channels, request, mailer, clock }),
    mailer,
    giveUpSeconds: 3_600,
    publicUrl: "https://vedette.example.org",
    random: () => 0.5,
    pause: async (ms) => clock.move(ms),
  });
  return {
    ...deliveries,
    clock,
    vault,
    mails,
    channel: (orgId, wish) => makeSealedChannel(database, { orgId, vault, ...wish }),
    notify: (notices) => database.transaction((db) => writeNotifications(db, notices, clock.now())),
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
  const sealed = await sealChannelSecrets(
    { db, vault },
    { orgId, id, version: 1 },
    { config, signingSecret },
  );
  await db.run(sql`
    insert into alert_channel (id, org_id, name, type, config, sealed, created_at, updated_at)
    values (${id}, ${orgId}, ${name}, ${type}, '{}', ${sealed}, now(), now())`);
  return { id, signingSecret };
}
