import { afterEach, beforeEach } from "vitest";
import { slackChannel } from "../../src/pipeline/alerting/channels/chat/slack.ts";
import { telegramChannel } from "../../src/pipeline/alerting/channels/chat/telegram.ts";
import { pagerdutyChannel } from "../../src/pipeline/alerting/channels/incident-tools/pagerduty.ts";
import { CHANNELS } from "../../src/pipeline/alerting/channels/registry.ts";
import type { Channel, SendContext } from "../../src/pipeline/alerting/messages/channel.ts";
import type { AlertPayload, Message } from "../../src/pipeline/alerting/messages/message.ts";
import { newId } from "../../src/platform/kernel/ids.ts";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../deliveries.ts";
import { type Received, type Receiver, startReceiver } from "../servers/receiver.ts";

export const NOW_MS = Date.parse("2026-03-01T12:05:07Z");
export const BOT = "123456:abcdefghijklmnopqrstuvwxyz";
export const ROUTING_KEY = "R0123456789012345678901234567890";

/** Names and responses from outside that try to inject markup, mentions or headers. */
const HOSTILE =
  "@everyone <!channel> <@U1> <https://evil.example|ok> [ok](https://evil.example) *b* _i_ `c` <img src=x onerror=1>\r\nBcc: eve@example.org \u202egnp";

export const ALERT: AlertPayload = {
  id: newId(NOW_MS),
  org_id: newId(NOW_MS),
  rule_id: newId(NOW_MS),
  rule_type: "consecutive_failures",
  severity: "critical",
  status: "pending",
  target: {
    ...{ type: "monitor", id: newId(NOW_MS), name: "Shop" },
    description: "Sells shoes.",
    runbook_url: "https://wiki.example/shop",
    owner: "Team Checkout",
  },
  title: "Shop is down",
  message: "3 checks in a row failed at paris and rome. Last error: connection refused",
  evidence: {
    location: "paris",
    result_id: null,
    run_id: null,
    error: { code: "CONNECT_REFUSED", message: "connection refused" },
    threshold: 3,
    value: 3,
    locations: ["paris", "rome"],
  },
  group_key: null,
  suppressed_by: null,
  triggered_at: "2026-03-01T12:00:00.000Z",
  sent_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
};
export const RESOLVED = { ...ALERT, status: "resolved", resolved_at: "2026-03-01T12:05:07.000Z" } as const;
export const HOSTILE_ALERT = {
  ...ALERT,
  title: HOSTILE,
  message: HOSTILE,
  target: { ...ALERT.target, name: HOSTILE },
};

export const common = () => ({
  id: newId(NOW_MS),
  organization: { id: newId(NOW_MS), name: "Acme" },
  url: "https://vedette.example.org/alerts/1",
});
export const opened = (alert: AlertPayload = ALERT): Message => ({ ...common(), kind: "opened", alert });
export const resolved = (): Message => ({ ...common(), kind: "resolved", alert: RESOLVED });
export const digest = (count: number, alert: AlertPayload = ALERT): Message => ({
  ...common(),
  kind: "digest",
  alerts: Array.from({ length: count }, (_, index) => ({
    kind: "opened",
    alert: { ...alert, title: `${alert.title} ${index}` },
  })),
});

export function context(wish: Partial<SendContext> = {}): SendContext {
  return {
    request: testRequest(),
    sendBytes: testSendBytes(),
    openSmtp: testOpenSmtp(),
    pushToMembers: NO_DEVICES,
    mailer: { isConfigured: false, send: () => Promise.reject(new Error("no mail is sent here")) },
    nowMs: NOW_MS,
    signingSecret: null,
    thread: null,
    unsubscribeUrlOf: () => null,
    deliveredTo: [],
    secrets: [],
    ...wish,
  };
}

export const NAMES = ["slack", "slack by a bot", "discord", "teams", "telegram", "pagerduty", "webhook"];

export const TAKEN = JSON.stringify({ ok: true, ts: "1700.01", result: { message_id: 77 } });

/** One channel per product with an HTTP API, sending to the URL. */
function productsAt(url: string): Record<string, { channel: Channel; config: Record<string, unknown> }> {
  return {
    slack: { channel: CHANNELS.slack, config: { webhook_url: url } },
    "slack by a bot": {
      channel: slackChannel({ baseUrl: url }),
      config: { bot_token: "xoxb-1234567890-abc", channel: "#ops" },
    },
    discord: { channel: CHANNELS.discord, config: { webhook_url: url } },
    teams: { channel: CHANNELS.teams, config: { webhook_url: url } },
    telegram: {
      channel: telegramChannel({ baseUrl: url }),
      config: { bot_token: BOT, chat_id: "-100200" },
    },
    pagerduty: { channel: pagerdutyChannel({ baseUrl: url }), config: { routing_key: ROUTING_KEY } },
    webhook: { channel: CHANNELS.webhook, config: { url, headers: {} } },
  };
}

/** Registers the hooks of a test file that sends on channels to a receiver, a new one for each test. */
export function channelLab() {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const products = () => productsAt(receiver.url);
  return {
    get receiver() {
      return receiver;
    },
    products,
    async send(name: string, message: Message, wish: Partial<SendContext> = {}) {
      const product = products()[name];
      if (!product) throw new Error(`unknown product ${name}`);
      receiver.responses.push({ body: TAKEN });
      const outcome = await product.channel.send(message, product.config, context(wish));
      return { outcome, sent: receiver.received.at(-1) };
    },
  };
}

export function jsonOf(sent: Received | undefined): Record<string, unknown> {
  if (!sent) throw new Error("nothing was sent");
  return sent.json();
}

/** All strings of a JSON value. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
