import type { AlertChannelType } from "@vedette/contract/alert-channels.ts";
import { sealChannelSecrets } from "../src/alerting/channel-secrets.ts";
import { CHANNELS, type Channels } from "../src/alerting/channels/registry.ts";
import { createDeliveries, type Deliveries } from "../src/alerting/deliver.ts";
import { newSigningSecret } from "../src/alerting/messages/signing-secret.ts";
import { type NewNotice, writeNotices } from "../src/alerting/notices.ts";
import { createSendOnChannel } from "../src/alerting/send-on-channel.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { silentLogger } from "../src/kernel/logger.ts";
import type { Mail, Mailer } from "../src/mail/mailer.ts";
import { createEgress } from "../src/net/egress.ts";
import { createEgressPolicy } from "../src/net/egress-policy.ts";
import { createSendRequest, type SendRequest } from "../src/net/send-request.ts";
import type { Vault } from "../src/secrets/vault.ts";
import type { Database, Db } from "../src/storage/database.ts";
import { sql } from "../src/storage/sql.ts";
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
  notify(notices: readonly NewNotice[]): Promise<void>;
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
    notify: (notices) => database.transaction((db) => writeNotices(db, notices, clock.now())),
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
