import { describe, expect, test } from "vitest";
import {
  ALERT,
  BOT,
  channelLab,
  common,
  context,
  digest,
  NAMES,
  NOW_MS,
  opened,
  RESOLVED,
  ROUTING_KEY,
  resolved,
  TAKEN,
} from "../../../../test/channels/channel-lab.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { describeMessage } from "../messages/describe-message.ts";
import type { Message } from "../messages/message.ts";
import { slackChannel } from "./chat/slack.ts";

const lab = channelLab();

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
      expect((await lab.send(name, message)).sent?.body).toContain(acknowledgeUrl);
  });

  test("has a button of Slack that names the alert, if the channel can verify the press", async () => {
    const channel = slackChannel({ baseUrl: lab.receiver.url });
    const config = { bot_token: "xoxb-1234567890-abc", channel: "#ops", signing_secret: "0".repeat(32) };
    const lastBlock = async (message: Message) => {
      lab.receiver.responses.push({ body: TAKEN });
      await channel.send(message, config, context());
      const { blocks } = (lab.receiver.received.at(-1)?.json() ?? {}) as { blocks?: object[] };
      return blocks?.at(-1);
    };
    expect(await lastBlock({ ...opened(), acknowledgeUrl })).toMatchObject({
      type: "actions",
      elements: [{ type: "button", action_id: "acknowledge", value: ALERT.id }],
    });
    // A button stands for one alert, and a channel without links has none.
    expect(await lastBlock(ofGroup())).toMatchObject({ type: "section" });
    expect(await lastBlock(opened())).toMatchObject({ type: "section" });
    const { sent } = await lab.send("slack by a bot", { ...opened(), acknowledgeUrl });
    expect(sent?.body).not.toContain('"actions"');
  });

  test("has a button of Telegram that names the alert, if Telegram can report a tap", async () => {
    const keyboardOf = async (message: Message) =>
      (await lab.send("telegram", message)).sent?.json().reply_markup;
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
    const { outcome } = await lab.send("slack by a bot", opened());
    expect(outcome).toMatchObject({ thread: "1700.01" });
    const { sent } = await lab.send("slack by a bot", resolved(), { thread: "1700.01" });
    expect(sent?.json()).toMatchObject({ channel: "#ops", thread_ts: "1700.01" });
    expect(sent?.headers.authorization).toBe("Bearer xoxb-1234567890-abc");
  });

  test("Telegram replies to the opening message", async () => {
    const { outcome, sent: first } = await lab.send("telegram", opened());
    expect(first?.path).toBe(`/bot${BOT}/sendMessage`);
    expect(outcome).toMatchObject({ thread: "77" });
    const { sent } = await lab.send("telegram", resolved(), { thread: "77" });
    expect(sent?.json()).toMatchObject({ chat_id: "-100200", reply_parameters: { message_id: 77 } });
  });

  test("PagerDuty resolves the incident that it opened", async () => {
    const { sent: first } = await lab.send("pagerduty", opened());
    expect(first?.json()).toMatchObject({
      routing_key: ROUTING_KEY,
      event_action: "trigger",
      dedup_key: ALERT.id,
      payload: { severity: "critical", source: "Shop", timestamp: ALERT.triggered_at },
    });
    const { sent } = await lab.send("pagerduty", resolved());
    expect(sent?.json()).toEqual({ routing_key: ROUTING_KEY, event_action: "resolve", dedup_key: ALERT.id });
  });
});

describe("a message of a group", () => {
  const alerts = ["Shop", "Blog"].map((name) => ({ ...ALERT, title: `${name} is down` }));
  const group = { key: "rule:1", label: "Web <team>", alerts };
  const message = (kind: "opened" | "resolved"): Message => ({ ...common(), kind, alert: RESOLVED, group });

  test.each(NAMES)("by %s lists its alerts", async (name) => {
    const { sent } = await lab.send(name, message("opened"));
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
    const { sent: first } = await lab.send("pagerduty", message("opened"));
    expect(first?.json()).toMatchObject({ event_action: "trigger", dedup_key: "rule:1" });
    const { sent } = await lab.send("pagerduty", message("resolved"));
    expect(sent?.json()).toEqual({ routing_key: ROUTING_KEY, event_action: "resolve", dedup_key: "rule:1" });
  });
});
