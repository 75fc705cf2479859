import type { ImportBuilder } from "../../building/import-builder.ts";
import { ImportCredential } from "../../building/import-credential.ts";
import { isObject } from "../../document-value.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { columnText, flagOf, idOf, jsonOf, lookUp, readName } from "../draft/row-values.ts";

/** Notifications of Uptime Kuma, as channels. */

type Config = Readonly<Record<string, unknown>>;
type ChannelDraft = { key: string; config: Record<string, unknown>; reasons: string[] };

const keyOfChannel = (id: number): string => `notification-${id}`;

/** Settings of each type that no field of a channel takes, by their label. */
const LOST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  slack: {
    slackchannel: "channel",
    slackusername: "username",
    slackiconemo: "icon",
    slackchannelnotify: "notify channel",
  },
  smtp: {
    smtpHost: "SMTP host (the server has one SMTP_URL)",
    smtpCC: "CC",
    smtpBCC: "BCC",
    smtpDkimDomain: "DKIM",
    customSubject: "custom subject",
    customBody: "custom body",
  },
  webhook: { webhookCustomBody: "custom body" },
  discord: {
    discordUsername: "username",
    discordPrefixMessage: "prefix",
    threadId: "thread",
    postName: "forum post",
    discordSuppressNotifications: "suppress notifications",
    discordMessageFormat: "message format",
  },
  telegram: {
    telegramMessageThreadID: "topic",
    telegramSendSilently: "send silently",
    telegramProtectContent: "protect content",
    telegramServerUrl: "server URL",
    telegramTemplate: "message template",
    telegramUseTemplate: "message template",
  },
  PagerDuty: { pagerdutyPriority: "priority" },
};

const BUILDERS: Readonly<Record<string, { type: string; build(config: Config, draft: ChannelDraft): void }>> =
  {
    slack: {
      type: "slack",
      build: (config, draft) => addSecret(draft, "webhook_url", config.slackwebhookURL),
    },
    smtp: { type: "email", build: addRecipients },
    webhook: { type: "webhook", build: addWebhook },
    discord: {
      type: "discord",
      build: (config, draft) => addSecret(draft, "webhook_url", config.discordWebhookUrl),
    },
    teams: { type: "teams", build: (config, draft) => addSecret(draft, "webhook_url", config.webhookUrl) },
    telegram: {
      type: "telegram",
      build(config, draft) {
        addSecret(draft, "bot_token", config.telegramBotToken);
        draft.config.chat_id = plain(config.telegramChatID);
      },
    },
    PagerDuty: { type: "pagerduty", build: addPagerduty },
  };

/** Returns the keys of the channels that were made, by the ID of their notification. */
export function mapChannels(
  rows: readonly KumaRow[],
  builder: ImportBuilder,
): Map<number, { key: string; name: string }> {
  const made = new Map<number, { key: string; name: string }>();
  for (const row of rows) {
    const key = keyOfChannel(idOf(row));
    const { name, reasons } = readName(columnText(row, "name"), key);
    const config = jsonOf(columnText(row, "config"));
    const channel = isObject(config) ? buildChannel(key, config, reasons) : null;
    if (channel === null) {
      builder.notMade({ kind: "channel", key, name, reasons: [missingReason(config)] });
      continue;
    }
    const fields = { type: channel.type, config: channel.config };
    if (flagOf(row, "is_default"))
      channel.reasons.push("It was the default of new monitors; channels have no such setting.");
    if (builder.add({ kind: "channel", key, name, fields, reasons: channel.reasons }))
      made.set(idOf(row), { key, name });
  }
  return made;
}

function missingReason(config: unknown): string {
  const type = isObject(config) ? plain(config.type).slice(0, 50) : "";
  return type === ""
    ? "Its settings are not valid JSON."
    : `Notifications by '${type}' have no counterpart; use a webhook or email.`;
}

type BuiltChannel = ChannelDraft & { type: string };

function buildChannel(key: string, config: Config, nameReasons: readonly string[]): BuiltChannel | null {
  const type = plain(config.type);
  const builder = lookUp(BUILDERS, type);
  if (builder === undefined) return null;
  const draft: ChannelDraft = { key, config: {}, reasons: [...nameReasons] };
  builder.build(config, draft);
  for (const [field, label] of Object.entries(LOST[type] ?? {})) {
    const value = config[field];
    if (value !== undefined && value !== null && value !== "" && value !== false)
      draft.reasons.push(`The field '${label}' has no counterpart.`);
  }
  return { ...draft, type: builder.type };
}

function addSecret(draft: ChannelDraft, field: string, value: unknown): void {
  draft.config[field] = secretOf(draft, field, value);
}

function secretOf({ key }: ChannelDraft, field: string, value: unknown): ImportCredential {
  return new ImportCredential(`${key}_${field}`, plain(value));
}

/** Addresses separated by commas, also as `Name <address>`. */
function addRecipients(config: Config, draft: ChannelDraft): void {
  const all = plain(config.smtpTo)
    .split(/[,;]/)
    .map((part) => (/<([^<>]+)>/.exec(part)?.[1] ?? part).trim())
    .filter(Boolean);
  draft.config.recipients = [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
  draft.reasons.push("Each recipient must confirm before it gets alerts.");
}

function addWebhook(config: Config, draft: ChannelDraft): void {
  addSecret(draft, "url", config.webhookURL);
  const headers = jsonOf(plain(config.webhookAdditionalHeaders));
  if (isObject(headers)) {
    const secrets = Object.entries(headers).map(([name, value]) => [
      name,
      secretOf(draft, `headers_${name}`, value),
    ]);
    if (secrets.length > 0) draft.config.headers = Object.fromEntries(secrets);
  } else if (plain(config.webhookAdditionalHeaders).trim() !== "")
    draft.reasons.push("The additional headers are no JSON object, and are not kept.");
  draft.reasons.push("The body is that of Vedette's webhooks, and is signed.");
  if (plain(config.httpMethod).toLowerCase() === "get")
    draft.reasons.push("It is sent with POST, not with GET.");
  if (plain(config.webhookContentType) === "form-data")
    draft.reasons.push("It is sent as JSON, not as a form.");
}

function addPagerduty(config: Config, draft: ChannelDraft): void {
  addSecret(draft, "routing_key", config.pagerdutyIntegrationKey);
  const url = plain(config.pagerdutyIntegrationUrl);
  if (url !== "" && url !== "https://events.pagerduty.com/v2/enqueue")
    draft.reasons.push("The field 'integration URL' has no counterpart.");
  if (plain(config.pagerdutyAutoResolve) !== "resolve")
    draft.reasons.push("A recovery resolves the incident; the rule decides whether it is sent.");
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
