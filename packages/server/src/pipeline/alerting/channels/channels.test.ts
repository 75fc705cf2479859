import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  ALERT,
  channelLab,
  common,
  context,
  digest,
  HOSTILE_ALERT,
  jsonOf,
  NAMES,
  opened,
  resolved,
  textsOf,
} from "../../../../test/channels/channel-lab.ts";
import { newSigningSecret } from "../messages/signing-secret.ts";
import { CHANNELS } from "./registry.ts";

const lab = channelLab();

type Block = {
  type: string;
  text?: { type: string; text: string };
  fields?: { type: string; text: string }[];
};

describe.each(NAMES)("%s", (name) => {
  test("sends the failure, its start, location and cause, and a link", async () => {
    const { outcome, sent } = await lab.send(name, opened());
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
      expect((await lab.send(name, message)).outcome.ok).toBe(true);
    }
  });

  test("fits a digest of a thousand alerts and names as many as possible", async () => {
    const { sent } = await lab.send(name, digest(1_000, { ...ALERT, title: "x".repeat(200) }));
    const max = { slack: 40_000, "slack by a bot": 40_000, discord: 6_000, teams: 28_000, telegram: 4_096 };
    if (name in max) {
      const text = textsOf(sent?.json()).join("");
      expect(text.length).toBeLessThan(max[name as keyof typeof max]);
      expect(text).toMatch(/and [89]\d\d more/);
    }
  });
});

describe("untrusted text", () => {
  test("is plain text in Slack, without markup or mentions", async () => {
    const { sent } = await lab.send("slack", opened(HOSTILE_ALERT));
    const { text, blocks } = jsonOf(sent) as { text: string; blocks: Block[] };
    expect(text).not.toMatch(/[<>]/);
    const marked = blocks.flatMap(({ text: own, fields = [] }) => [...(own ? [own] : []), ...fields]);
    for (const part of marked.filter(({ type }) => type !== "plain_text")) {
      expect(part.text).toBe("<https://vedette.example.org/alerts/1|View alert>");
    }
  });

  test("mentions no one and creates no link in Discord", async () => {
    const { sent } = await lab.send("discord", opened(HOSTILE_ALERT));
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
    const { sent } = await lab.send("teams", opened(HOSTILE_ALERT));
    const card = (jsonOf(sent) as { attachments: { content: { body: { type: string }[] } }[] })
      .attachments[0];
    expect(new Set(card?.content.body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
  });

  test("is sent to Telegram without a parse mode and mentions no one", async () => {
    const { sent } = await lab.send("telegram", opened(HOSTILE_ALERT));
    expect(sent?.json()).not.toHaveProperty("parse_mode");
    expect(sent?.json().text).not.toContain("@everyone");
  });

  test.each(NAMES.filter((name) => name !== "webhook"))(
    "adds no line break and no direction override in %s",
    async (name) => {
      const { sent } = await lab.send(name, opened(HOSTILE_ALERT));
      expect(sent?.body).not.toMatch(/\\nBcc|\\rBcc|\u202e/);
    },
  );
});

describe("a webhook", () => {
  test("verifies with the Standard Webhooks library, and fails after any change", async () => {
    const signingSecret = newSigningSecret();
    const { sent } = await lab.send("webhook", opened(), { signingSecret, nowMs: Date.now() });
    const verifier = new Webhook(signingSecret);
    expect(verifier.verify(sent?.body ?? "", sent?.headers ?? {})).toEqual(sent?.json());
    expect(() => verifier.verify(`${sent?.body} `, sent?.headers ?? {})).toThrow();
    expect(() => new Webhook(newSigningSecret()).verify(sent?.body ?? "", sent?.headers ?? {})).toThrow();
  });

  test("sends the configured headers, and never lets them replace its own", async () => {
    const headers = { "X-Team": "ops" };
    await CHANNELS.webhook.send(
      opened(),
      { url: lab.receiver.url, headers },
      context({ signingSecret: newSigningSecret() }),
    );
    expect(lab.receiver.received[0]?.headers).toMatchObject({
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
    const { channel, config } = lab.products()[type] ?? {};
    lab.receiver.responses.push({ status, body: "no" });
    const outcome = await channel?.send(opened(), config, context());
    expect(outcome).toMatchObject({
      ok: false,
      statusCode: status,
      isPermanent,
      error: `HTTP ${status}: no`,
    });
  });

  test("of Slack's API comes with status 200", async () => {
    const { channel, config } = lab.products()["slack by a bot"] ?? {};
    lab.receiver.responses.push({ body: JSON.stringify({ ok: false, error: "not_in_channel" }) });
    const outcome = await channel?.send(opened(), config, context());
    expect(outcome).toMatchObject({ ok: false, error: "Slack returned: not_in_channel" });
  });
});
