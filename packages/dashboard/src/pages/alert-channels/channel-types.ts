import type { Schema } from "../../api/client.ts";

/** Channels in words, and what each type is set up by. Pure. */

export type AlertChannel = Schema<"AlertChannel">;
export type ChannelType = AlertChannel["type"];

export const CHANNEL_TYPE_LABELS: Record<ChannelType, string> = {
  email: "E-mail",
  slack: "Slack",
  webhook: "Webhook",
  discord: "Discord",
  teams: "Microsoft Teams",
  telegram: "Telegram",
  pagerduty: "PagerDuty",
};

export const CHANNEL_TYPES = Object.keys(CHANNEL_TYPE_LABELS) as ChannelType[];

/** A field of one line. Recipients and headers have controls of their own. */
export type ChannelField = { key: string; label: string; hint: string; placeholder: string };

const SLACK_WEBHOOK: ChannelField = {
  key: "webhook_url",
  label: "Webhook URL",
  hint: "Slack: your app, Incoming Webhooks, Add New Webhook.",
  placeholder: "https://hooks.slack.com/services/…",
};

const SLACK_BOT: readonly ChannelField[] = [
  {
    key: "bot_token",
    label: "Bot token",
    hint: "Of an app with the scope chat:write. A recovery then answers its alert in the same thread.",
    placeholder: "xoxb-…",
  },
  {
    key: "channel",
    label: "Channel",
    hint: "Its name or id; the app must be in it.",
    placeholder: "#alerts",
  },
];

const FIELDS: Record<Exclude<ChannelType, "slack">, readonly ChannelField[]> = {
  email: [],
  webhook: [
    {
      key: "url",
      label: "URL",
      hint: "Gets a signed POST with JSON, as the Standard Webhooks specification has it.",
      placeholder: "https://hooks.example.com/vedette",
    },
  ],
  discord: [
    {
      key: "webhook_url",
      label: "Webhook URL",
      hint: "Discord: the channel's settings, Integrations, Webhooks.",
      placeholder: "https://discord.com/api/webhooks/…",
    },
  ],
  teams: [
    {
      key: "webhook_url",
      label: "Workflow URL",
      hint: "Teams: Workflows, “Post to a channel when a webhook request is received”.",
      placeholder: "https://….logic.azure.com/workflows/…",
    },
  ],
  telegram: [
    { key: "bot_token", label: "Bot token", hint: "As BotFather gives it.", placeholder: "123456:ABC-…" },
    {
      key: "chat_id",
      label: "Chat",
      hint: "The chat's number, or @name of a public channel. The bot must be in it.",
      placeholder: "-1001234567890",
    },
  ],
  pagerduty: [
    {
      key: "routing_key",
      label: "Integration key",
      hint: "PagerDuty: the service, Integrations, Events API v2.",
      placeholder: "32 letters and digits",
    },
  ],
};

/** A channel as it is typed. Fields that two types have in common keep their text. */
export type ChannelDraft = {
  name: string;
  type: ChannelType;
  slackWay: "webhook" | "bot";
  texts: Record<string, string>;
  recipients: readonly string[];
  headers: Record<string, string>;
};

export function emptyChannel(): ChannelDraft {
  return { name: "", type: "email", slackWay: "webhook", texts: {}, recipients: [], headers: {} };
}

export function fieldsOf({
  type,
  slackWay,
}: Pick<ChannelDraft, "type" | "slackWay">): readonly ChannelField[] {
  if (type !== "slack") return FIELDS[type];
  return slackWay === "bot" ? SLACK_BOT : [SLACK_WEBHOOK];
}

/** Secrets come masked; sent back as they are they are kept. */
export function draftOfChannel({ name, type, config }: AlertChannel): ChannelDraft {
  const texts = Object.entries(config).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  return {
    name,
    type,
    slackWay: typeof config.bot_token === "string" ? "bot" : "webhook",
    texts: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])),
    recipients: Array.isArray(config.recipients) ? config.recipients.map(String) : [],
    headers: textsOf(config.headers),
  };
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

/** The request. */
export function bodyOfChannel({
  name,
  type,
  slackWay,
  texts,
  ...draft
}: ChannelDraft): Schema<"AlertChannelCreate"> {
  const text = (key: string) => (texts[key] ?? "").trim();
  switch (type) {
    case "slack":
      // The other way's fields are taken away, for the two do not go together.
      return slackWay === "bot"
        ? {
            name,
            type,
            config: { webhook_url: null, bot_token: text("bot_token"), channel: text("channel") },
          }
        : { name, type, config: { webhook_url: text("webhook_url"), bot_token: null, channel: null } };
    case "email":
      return { name, type, config: { recipients: [...draft.recipients] } };
    case "webhook":
      return { name, type, config: { url: text("url"), headers: draft.headers } };
    case "discord":
    case "teams":
      return { name, type, config: { webhook_url: text("webhook_url") } };
    case "telegram":
      return { name, type, config: { bot_token: text("bot_token"), chat_id: text("chat_id") } };
    case "pagerduty":
      return { name, type, config: { routing_key: text("routing_key") } };
  }
}

/** Where a channel leads, as far as that is no secret. */
export function channelDestination({ type, config }: AlertChannel): string {
  if (type === "email") return Array.isArray(config.recipients) ? config.recipients.join(", ") : "";
  const place = config.channel ?? config.url ?? config.webhook_url ?? config.chat_id ?? config.routing_key;
  return place === undefined || place === null ? "" : String(place);
}
