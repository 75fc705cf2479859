import type { AlertChannel, AlertChannelCreateInput } from "@vedette/contract/alerts/alert-channels.ts";
import { hasBodyTemplate } from "@vedette/contract/alerts/templates/channel-templates.ts";
import {
  draftOfTemplates,
  NO_TEMPLATES,
  type TemplateDraft,
  templatesOfDraft,
} from "./templates/template-draft.ts";

/** Labels and configuration fields of alert channels. Pure. */

export type ChannelType = AlertChannel["type"];

export const CHANNEL_TYPE_LABELS: Record<ChannelType, string> = {
  email: "Email",
  slack: "Slack",
  webhook: "Webhook",
  discord: "Discord",
  teams: "Microsoft Teams",
  telegram: "Telegram",
  pagerduty: "PagerDuty",
};

const CHANNEL_TYPES = Object.keys(CHANNEL_TYPE_LABELS) as ChannelType[];

/** The types in the order in which a form offers them: email is last on a server that sends no mail. */
export function channelTypesFor(sendsMail: boolean): readonly ChannelType[] {
  return sendsMail ? CHANNEL_TYPES : [...CHANNEL_TYPES.filter((type) => type !== "email"), "email"];
}

/** A single-line text field. Recipients and headers have their own inputs. */
export type ChannelField = { key: string; label: string; hint: string; placeholder: string };

const SLACK_WEBHOOK: ChannelField = {
  key: "webhook_url",
  label: "Webhook URL",
  hint: "In Slack: your app > Incoming Webhooks > Add New Webhook.",
  placeholder: "https://hooks.slack.com/services/…",
};

const SLACK_BOT: readonly ChannelField[] = [
  {
    key: "bot_token",
    label: "Bot token",
    hint: "Token of a Slack app with the chat:write scope.",
    placeholder: "xoxb-…",
  },
  {
    key: "channel",
    label: "Channel",
    hint: "Channel name or ID. The app must be a member.",
    placeholder: "#alerts",
  },
];

const FIELDS: Record<Exclude<ChannelType, "slack">, readonly ChannelField[]> = {
  email: [],
  webhook: [
    {
      key: "url",
      label: "URL",
      hint: "Receives signed JSON POST requests (Standard Webhooks).",
      placeholder: "https://hooks.example.com/vedette",
    },
  ],
  discord: [
    {
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In Discord: channel settings > Integrations > Webhooks.",
      placeholder: "https://discord.com/api/webhooks/…",
    },
  ],
  teams: [
    {
      key: "webhook_url",
      label: "Workflow URL",
      hint: "In Teams: Workflows > Post to a channel when a webhook request is received.",
      placeholder: "https://….logic.azure.com/workflows/…",
    },
  ],
  telegram: [
    { key: "bot_token", label: "Bot token", hint: "The token from BotFather.", placeholder: "123456:ABC-…" },
    {
      key: "chat_id",
      label: "Chat ID",
      hint: "Chat ID or @name of a public channel. The bot must be a member.",
      placeholder: "-1001234567890",
    },
  ],
  pagerduty: [
    {
      key: "routing_key",
      label: "Integration key",
      hint: "In PagerDuty: service > Integrations > Events API v2.",
      placeholder: "32-character key",
    },
  ],
};

/** Form state of a channel. Fields that two types share keep their text when the type changes. */
export type ChannelDraft = {
  name: string;
  type: ChannelType;
  slackMethod: "webhook" | "bot";
  texts: Record<string, string>;
  recipients: readonly string[];
  headers: Record<string, string>;
  templates: TemplateDraft;
};

export function emptyChannel(sendsMail: boolean): ChannelDraft {
  const type = sendsMail ? "email" : "slack";
  return {
    name: "",
    type,
    slackMethod: "webhook",
    texts: {},
    recipients: [],
    headers: {},
    templates: NO_TEMPLATES,
  };
}

export function fieldsOf({
  type,
  slackMethod,
}: Pick<ChannelDraft, "type" | "slackMethod">): readonly ChannelField[] {
  if (type !== "slack") return FIELDS[type];
  return slackMethod === "bot" ? SLACK_BOT : [SLACK_WEBHOOK];
}

/** Secrets arrive masked. The server keeps a secret that is sent back masked. */
export function draftOfChannel({ name, type, config, templates }: AlertChannel): ChannelDraft {
  const texts = Object.entries(config).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  return {
    name,
    type,
    slackMethod: typeof config.bot_token === "string" ? "bot" : "webhook",
    texts: Object.fromEntries(texts.map(([key, value]) => [key, String(value)])),
    recipients: Array.isArray(config.recipients) ? config.recipients.map(String) : [],
    headers: textsOf(config.headers),
    templates: draftOfTemplates(templates),
  };
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

/** Returns the request body. */
export function bodyOfChannel({ templates: draft, ...channel }: ChannelDraft): AlertChannelCreateInput {
  const templates = templatesOfDraft(hasBodyTemplate(channel.type) ? draft : { ...draft, body: "" });
  return { ...configuredBody(channel), templates };
}

function configuredBody({
  name,
  type,
  slackMethod,
  texts,
  ...draft
}: Omit<ChannelDraft, "templates">): AlertChannelCreateInput {
  const text = (key: string) => (texts[key] ?? "").trim();
  switch (type) {
    case "slack":
      // Clears the fields of the other connection method: the API rejects the two together.
      return slackMethod === "bot"
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

/** Returns the request body of an update: the type of a channel cannot change. */
export function changeOfChannel(draft: ChannelDraft) {
  const { name, config, templates } = bodyOfChannel(draft);
  return { name, config: { ...config }, templates };
}

/** Returns the destination of a channel, without its secrets. */
export function channelDestination({ type, config }: AlertChannel): string {
  if (type === "email") return Array.isArray(config.recipients) ? config.recipients.join(", ") : "";
  const destination =
    config.channel ?? config.url ?? config.webhook_url ?? config.chat_id ?? config.routing_key;
  return destination === undefined || destination === null ? "" : String(destination);
}
