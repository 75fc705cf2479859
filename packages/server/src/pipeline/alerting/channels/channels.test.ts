import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../../../../test/deliveries.ts";
import { type Received, type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import type { Channel, SendContext } from "../messages/channel.ts";
import { describeMessage } from "../messages/describe-message.ts";
import type { AlertPayload, Message } from "../messages/message.ts";
import { newSigningSecret } from "../messages/signing-secret.ts";
import { slackChannel } from "./chat/slack.ts";
import { telegramChannel } from "./chat/telegram.ts";
import { pagerdutyChannel } from "./incident-tools/pagerduty.ts";
import { CHANNELS } from "./registry.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const NOW_MS = Date.parse("2026-03-01T12:05:07Z");
const BOT = "123456:abcdefghijklmnopqrstuvwxyz";
const ROUTING_KEY = "R0123456789012345678901234567890";

/** Names and responses from outside that try to inject markup, mentions or headers. */
const HOSTILE =
  "@everyone <!channel> <@U1> <https://evil.example|ok> [ok](https://evil.example) *b* _i_ `c` <img src=x onerror=1>\r\nBcc: eve@example.org \u202egnp";

const ALERT: AlertPayload = {
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
const RESOLVED = { ...ALERT, status: "resolved", resolved_at: "2026-03-01T12:05:07.000Z" } as const;
const HOSTILE_ALERT = {
  ...ALERT,
  title: HOSTILE,
  message: HOSTILE,
  target: { ...ALERT.target, name: HOSTILE },
};

const common = () => ({
  id: newId(NOW_MS),
  organization: { id: newId(NOW_MS), name: "Acme" },
  url: "https://vedette.example.org/alerts/1",
});
const opened = (alert: AlertPayload = ALERT): Message => ({ ...common(), kind: "opened", alert });
const resolved = (): Message => ({ ...common(), kind: "resolved", alert: RESOLVED });
const digest = (count: number, alert: AlertPayload = ALERT): Message => ({
  ...common(),
  kind: "digest",
  alerts: Array.from({ length: count }, (_, index) => ({
    kind: "opened",
    alert: { ...alert, title: `${alert.title} ${index}` },
  })),
});

function context(wish: Partial<SendContext> = {}): SendContext {
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

/** One channel per product with an HTTP API, sending to the receiver. */
function products(): Record<string, { channel: Channel; config: Record<string, unknown> }> {
  const url = receiver.url;
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
const NAMES = ["slack", "slack by a bot", "discord", "teams", "telegram", "pagerduty", "webhook"];

const TAKEN = JSON.stringify({ ok: true, ts: "1700.01", result: { message_id: 77 } });

async function send(name: string, message: Message, wish: Partial<SendContext> = {}) {
  const product = products()[name];
  if (!product) throw new Error(`unknown product ${name}`);
  receiver.responses.push({ body: TAKEN });
  const outcome = await product.channel.send(message, product.config, context(wish));
  return { outcome, sent: receiver.received.at(-1) };
}

describe.each(NAMES)("%s", (name) => {
  test("sends the failure, its start, location and cause, and a link", async () => {
    const { outcome, sent } = await send(name, opened());
    expect(outcome).toMatchObject({ ok: true, statusCode: 200 });
    for (const words of ["Shop is down", "2026-03-01", "12:00:00", "paris", "rome", "refused", "/alerts/1"]) {
      // Discord escapes are backslashes before characters.
      expect(sent?.body.replaceAll("\\\\", "")).toContain(words);
    }
  });

  test("sends recoveries, tests and digests", async () => {
    for (const message of [
      resolved(),
      digest(5),
      { ...common(), kind: "test", channelName: "Ops" } as const,
    ]) {
      expect((await send(name, message)).outcome.ok).toBe(true);
    }
  });

  test("fits a digest of a thousand alerts and names as many as possible", async () => {
    const { sent } = await send(name, digest(1_000, { ...ALERT, title: "x".repeat(200) }));
    const max = { slack: 40_000, "slack by a bot": 40_000, discord: 6_000, teams: 28_000, telegram: 4_096 };
    if (name in max) {
      const text = textsOf(sent?.json()).join("");
      expect(text.length).toBeLessThan(max[name as keyof typeof max]);
      expect(text).toMatch(/and [89]\d\d more/);
    }
  });
});

function jsonOf(sent: Received | undefined): Record<string, unknown> {
  if (!sent) throw new Error("nothing was sent");
  return sent.json();
}

/** All strings of a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

type Block = {
  type: string;
  text?: { type: string; text: string };
  fields?: { type: string; text: string }[];
};

describe("untrusted text", () => {
  test("is plain text in Slack, without markup or mentions", async () => {
    const { sent } = await send("slack", opened(HOSTILE_ALERT));
    const { text, blocks } = jsonOf(sent) as { text: string; blocks: Block[] };
    expect(text).not.toMatch(/[<>]/);
    const marked = blocks.flatMap(({ text: own, fields = [] }) => [...(own ? [own] : []), ...fields]);
    for (const part of marked.filter(({ type }) => type !== "plain_text")) {
      expect(part.text).toBe("<https://vedette.example.org/alerts/1|View alert>");
    }
  });

  test("mentions no one and creates no link in Discord", async () => {
    const { sent } = await send("discord", opened(HOSTILE_ALERT));
    const { allowed_mentions, embeds } = jsonOf(sent) as {
      allowed_mentions: unknown;
      embeds: { title: string; description: string }[];
    };
    expect(allowed_mentions).toEqual({ parse: [] });
    for (const text of [embeds[0]?.title, embeds[0]?.description]) {
      expect(text).not.toMatch(/@everyone|[^\\][[\]()<>*_`]|[^\\]:\/\//);
    }
  });

  test("is placed where Teams does not parse Markdown", async () => {
    const { sent } = await send("teams", opened(HOSTILE_ALERT));
    const card = (jsonOf(sent) as { attachments: { content: { body: { type: string }[] } }[] })
      .attachments[0];
    expect(new Set(card?.content.body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
  });

  test("is sent to Telegram without a parse mode and mentions no one", async () => {
    const { sent } = await send("telegram", opened(HOSTILE_ALERT));
    expect(sent?.json()).not.toHaveProperty("parse_mode");
    expect(sent?.json().text).not.toContain("@everyone");
  });

  test.each(NAMES.filter((name) => name !== "webhook"))(
    "adds no line break and no direction override in %s",
    async (name) => {
      const { sent } = await send(name, opened(HOSTILE_ALERT));
      expect(sent?.body).not.toMatch(/\\nBcc|\\rBcc|\u202e/);
    },
  );
});

describe("a message with an acknowledge link", () => {
  const acknowledgeUrl = "https://vedette.example.org/a/0123456789abcdefghijklmnopqrstuvwxyz_-ABCDE";
  const other = { ...ALERT, id: newId(NOW_MS) };
  const ofGroup = (): Message => ({
    ...{ ...common(), kind: "opened", alert: ALERT, acknowledgeUrl },
    group: { key: "group:shop", label: "Shop", alerts: [ALERT, other] },
  });

  test.each(NAMES)("has it in the format of %s, also for a group and a digest", async (name) => {
    const several = name === "pagerduty" ? [ofGroup()] : [ofGroup(), { ...digest(2), acknowledgeUrl }];
    for (const message of [{ ...opened(), acknowledgeUrl }, ...several])
      expect((await send(name, message)).sent?.body).toContain(acknowledgeUrl);
  });

  test("has a button of Slack that names the alert, if the channel can verify the press", async () => {
    const channel = slackChannel({ baseUrl: receiver.url });
    const config = { bot_token: "xoxb-1234567890-abc", channel: "#ops", signing_secret: "0".repeat(32) };
    const lastBlock = async (message: Message) => {
      receiver.responses.push({ body: TAKEN });
      await channel.send(message, config, context());
      const { blocks } = (receiver.received.at(-1)?.json() ?? {}) as { blocks?: object[] };
      return blocks?.at(-1);
    };
    expect(await lastBlock({ ...opened(), acknowledgeUrl })).toMatchObject({
      type: "actions",
      elements: [{ type: "button", action_id: "acknowledge", value: ALERT.id }],
    });
    // A button stands for one alert, and a channel without links has none.
    expect(await lastBlock(ofGroup())).toMatchObject({ type: "section" });
    expect(await lastBlock(opened())).toMatchObject({ type: "section" });
    const { sent } = await send("slack by a bot", { ...opened(), acknowledgeUrl });
    expect(sent?.body).not.toContain('"actions"');
  });

  test("has a button of Telegram that names the alert, if Telegram can report a tap", async () => {
    const keyboardOf = async (message: Message) =>
      (await send("telegram", message)).sent?.json().reply_markup;
    const data = `acknowledge:${ALERT.id}`;
    expect(await keyboardOf({ ...opened(), acknowledgeUrl })).toEqual({
      inline_keyboard: [[{ text: "Acknowledge", callback_data: data }]],
    });
    // Source: Telegram Bot API, `InlineKeyboardButton`.
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
    expect(await keyboardOf(ofGroup())).toBeUndefined();
    expect(await keyboardOf(opened())).toBeUndefined();
    const plain = acknowledgeUrl.replace("https", "http");
    expect(await keyboardOf({ ...opened(), acknowledgeUrl: plain })).toBeUndefined();
  });
});

describe("a reply in the same thread", () => {
  test("Slack's bot replies to the opening message", async () => {
    const { outcome } = await send("slack by a bot", opened());
    expect(outcome).toMatchObject({ thread: "1700.01" });
    const { sent } = await send("slack by a bot", resolved(), { thread: "1700.01" });
    expect(sent?.json()).toMatchObject({ channel: "#ops", thread_ts: "1700.01" });
    expect(sent?.headers.authorization).toBe("Bearer xoxb-1234567890-abc");
  });

  test("Telegram replies to the opening message", async () => {
    const { outcome, sent: first } = await send("telegram", opened());
    expect(first?.path).toBe(`/bot${BOT}/sendMessage`);
    expect(outcome).toMatchObject({ thread: "77" });
    const { sent } = await send("telegram", resolved(), { thread: "77" });
    expect(sent?.json()).toMatchObject({ chat_id: "-100200", reply_parameters: { message_id: 77 } });
  });

  test("PagerDuty resolves the incident that it opened", async () => {
    const { sent: first } = await send("pagerduty", opened());
    expect(first?.json()).toMatchObject({
      routing_key: ROUTING_KEY,
      event_action: "trigger",
      dedup_key: ALERT.id,
      payload: { severity: "critical", source: "Shop", timestamp: ALERT.triggered_at },
    });
    const { sent } = await send("pagerduty", resolved());
    expect(sent?.json()).toEqual({ routing_key: ROUTING_KEY, event_action: "resolve", dedup_key: ALERT.id });
  });
});

describe("a message of a group", () => {
  const alerts = ["Shop", "Blog"].map((name) => ({ ...ALERT, title: `${name} is down` }));
  const group = { key: "rule:1", label: "Web <team>", alerts };
  const message = (kind: "opened" | "resolved"): Message => ({ ...common(), kind, alert: RESOLVED, group });

  test.each(NAMES)("by %s lists its alerts", async (name) => {
    const { sent } = await send(name, message("opened"));
    // Telegram, Slack and Discord escape some characters.
    for (const text of ["Shop is down", "Blog is down", "Web "]) expect(sent?.body).toContain(text);
  });

  test("names the group, the number of alerts and how long it lasted", () => {
    const description = describeMessage(message("resolved"));
    expect(description).toMatchObject({
      headline: "Resolved: Web <team>: 2 alerts",
      tone: "good",
      items: [
        "Shop is down (paris, rome, since 2026-03-01 12:00:00 UTC)",
        "Blog is down (paris, rome, since 2026-03-01 12:00:00 UTC)",
      ],
    });
    expect(description.facts).toContainEqual({ label: "Lasted", value: "5 min 7 s" });
    const single = describeMessage({
      ...common(),
      kind: "opened",
      alert: ALERT,
      group: { ...group, alerts: [ALERT] },
    });
    expect(single.headline).toBe("Shop is down");
  });

  test("names the common cause, also of a single alert", () => {
    const label = "4 targets: all behind 203.0.113.7; 0 of 20 others.";
    const ofCause = (of: typeof alerts): Message => ({
      ...{ ...common(), kind: "opened", alert: ALERT },
      group: { key: "rule-id:cause:incident-id", label, alerts: of },
    });
    expect(describeMessage(ofCause(alerts)).headline).toBe(
      "4 targets: all behind 203.0.113.7; 0 of 20 others: 2 alerts",
    );
    const { headline, paragraphs } = describeMessage(ofCause([ALERT]));
    expect([headline, paragraphs]).toEqual([
      "Shop is down",
      expect.arrayContaining([`Common cause of ${label}`]),
    ]);
  });

  test("is one incident in PagerDuty", async () => {
    const { sent: first } = await send("pagerduty", message("opened"));
    expect(first?.json()).toMatchObject({ event_action: "trigger", dedup_key: "rule:1" });
    const { sent } = await send("pagerduty", message("resolved"));
    expect(sent?.json()).toEqual({ routing_key: ROUTING_KEY, event_action: "resolve", dedup_key: "rule:1" });
  });
});

describe("a webhook", () => {
  test("verifies with the Standard Webhooks library, and fails after any change", async () => {
    const signingSecret = newSigningSecret();
    const { sent } = await send("webhook", opened(), { signingSecret, nowMs: Date.now() });
    const verifier = new Webhook(signingSecret);
    expect(verifier.verify(sent?.body ?? "", sent?.headers ?? {})).toEqual(sent?.json());
    expect(() => verifier.verify(`${sent?.body} `, sent?.headers ?? {})).toThrow();
    expect(() => new Webhook(newSigningSecret()).verify(sent?.body ?? "", sent?.headers ?? {})).toThrow();
  });

  test("sends the configured headers, and never lets them replace its own", async () => {
    const headers = { "X-Team": "ops" };
    await CHANNELS.webhook.send(
      opened(),
      { url: receiver.url, headers },
      context({ signingSecret: newSigningSecret() }),
    );
    expect(receiver.received[0]?.headers).toMatchObject({
      "x-team": "ops",
      "content-type": "application/json",
      "user-agent": "Vedette",
    });
  });
});

describe("a rejection", () => {
  test.each<[AlertChannelType, number, boolean]>([
    ["slack", 404, true],
    ["discord", 410, true],
    ["webhook", 401, false],
    ["webhook", 500, false],
    ["telegram", 403, true],
  ])("by %s with %i: permanent %s", async (type, status, isPermanent) => {
    const { channel, config } = products()[type] ?? {};
    receiver.responses.push({ status, body: "no" });
    const outcome = await channel?.send(opened(), config, context());
    expect(outcome).toMatchObject({
      ok: false,
      statusCode: status,
      isPermanent,
      error: `HTTP ${status}: no`,
    });
  });

  test("of Slack's API comes with status 200", async () => {
    const { channel, config } = products()["slack by a bot"] ?? {};
    receiver.responses.push({ body: JSON.stringify({ ok: false, error: "not_in_channel" }) });
    const outcome = await channel?.send(opened(), config, context());
    expect(outcome).toMatchObject({ ok: false, error: "Slack returned: not_in_channel" });
  });
});

describe("e-mail", () => {
  const mails: Mail[] = [];
  beforeEach(() => {
    mails.length = 0;
  });
  const config = { recipients: ["ada@example.org", "bob@example.org"] };
  const sending = (send: (mail: Mail) => Promise<void>) => context({ mailer: { isConfigured: true, send } });
  const keep = sending(async (mail) => void mails.push(mail));
  const failing = (temporary: readonly string[], permanent: readonly string[] = []) =>
    sending(async (mail) => {
      mails.push(mail);
      const isTemporary = temporary.includes(mail.to);
      if (isTemporary || permanent.includes(mail.to)) {
        throw new MailError("no", { isTemporary, cause: null });
      }
    });

  test("sends one mail per recipient, in text and in HTML with untrusted text escaped", async () => {
    const outcome = await CHANNELS.email.send(opened(HOSTILE_ALERT), config, keep);
    expect(outcome.ok).toBe(true);
    expect(mails.map(({ to }) => to)).toEqual(config.recipients);
    const [mail] = mails;
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain("<img");
    expect(mail?.html).toContain("&lt;img src=x");
    expect(mail?.text).toContain("https://vedette.example.org/alerts/1");
    expect(mail?.text).not.toMatch(/^Bcc/m);
  });

  test("a recovery replies to the mail of the opening", async () => {
    const first = await CHANNELS.email.send(opened(), config, keep);
    if (!first.ok) throw new Error("the mail was not sent");
    await CHANNELS.email.send(resolved(), config, { ...keep, thread: first.thread ?? null });
    expect(mails[2]?.inReplyTo).toBe(mails[0]?.messageId);
    expect(mails[2]?.inReplyTo).toBeDefined();
  });

  test("retries only the recipients that are missing", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing(["bob@example.org"]));
    expect(outcome).toMatchObject({ ok: false, isPermanent: false, deliveredTo: ["ada@example.org"] });
    if (outcome.ok) throw new Error("the mail was sent");
    mails.length = 0;
    const again = await CHANNELS.email.send(opened(), config, {
      ...keep,
      deliveredTo: outcome.deliveredTo ?? [],
    });
    expect(mails.map(({ to }) => to)).toEqual(["bob@example.org"]);
    expect(again.ok).toBe(true);
  });

  test("delivers to the other recipients and reports the rejected one", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing([], ["bob@example.org"]));
    expect(outcome).toMatchObject({ ok: true, error: "bob@example.org: no" });
  });

  test("fails if no recipient accepted it", async () => {
    const outcome = await CHANNELS.email.send(opened(), config, failing([], config.recipients));
    expect(outcome.ok).toBe(false);
  });

  test("reports a missing mail server", async () => {
    const none = sending(async () => {
      throw new AppError("SERVICE_UNAVAILABLE", "This server does not send email");
    });
    expect(await CHANNELS.email.send(opened(), config, none)).toMatchObject({
      ok: false,
      error: expect.stringContaining("does not send email"),
    });
  });
});
