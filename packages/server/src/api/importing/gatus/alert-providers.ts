import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import { ImportCredential } from "../building/import-credential.ts";
import { type DocumentObject, objectOf, textOf } from "../document-value.ts";
import type { GatusTexts } from "./gatus-texts.ts";

/** The configuration of an alerting provider of Gatus as the configuration of a channel. */

export type ProviderChannel = { type: AlertChannelType; config: DocumentObject; reasons: string[] };

type Context = { name: string; texts: GatusTexts };

/** Fields that are read for every provider, or that belong to its alerts. */
const GENERAL = ["default-alert", "overrides", "group", "enabled"];
const SET_BY_VEDETTE = new Set(["content-type", "host", "user-agent"]);

/** Returns what a channel needs; null if Vedette has no such channel. */
export function providerChannel(
  type: string,
  provider: DocumentObject,
  context: Context,
): ProviderChannel | null {
  switch (type) {
    case "slack":
      return webhookChannel("slack", provider, context);
    case "discord":
      return webhookChannel("discord", provider, context);
    case "teams":
    case "teams-workflows":
      return webhookChannel("teams", provider, context);
    case "email":
      return emailChannel(provider, context);
    case "pagerduty":
      return withUnused(provider, ["integration-key"], {
        type: "pagerduty",
        config: { routing_key: secretOf(provider, "integration-key", context) },
      });
    case "telegram":
      return withUnused(provider, ["token", "id"], {
        type: "telegram",
        config: { bot_token: secretOf(provider, "token", context), chat_id: textIn(provider, "id", context) },
      });
    case "custom":
      return customChannel(provider, context);
    default:
      return null;
  }
}

function webhookChannel(type: AlertChannelType, provider: DocumentObject, context: Context): ProviderChannel {
  return withUnused(provider, ["webhook-url"], {
    type,
    config: { webhook_url: secretOf(provider, "webhook-url", context) },
  });
}

function emailChannel(provider: DocumentObject, context: Context): ProviderChannel {
  const recipients = textIn(provider, "to", context)
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const server = ["from", "username", "password", "host", "port", "client"].filter(
    (name) => name in provider,
  );
  const channel = withUnused(provider, ["to", ...server], {
    type: "email",
    config: { recipients: [...new Map(recipients.map((each) => [each.toLowerCase(), each])).values()] },
  });
  if (server.length > 0)
    channel.reasons.push(
      "Email is sent by the mail server that this installation of Vedette is configured with.",
    );
  return channel;
}

function customChannel(provider: DocumentObject, context: Context): ProviderChannel {
  const headers = Object.entries(objectOf(provider.headers)).flatMap(([name, value]) => {
    if (SET_BY_VEDETTE.has(name.toLowerCase())) return [];
    const text = context.texts.plain(textOf(value) ?? "");
    return [[name, new ImportCredential(`${context.name}_${name}`, text)]];
  });
  const channel = withUnused(provider, ["url", "headers", "body", "method", "placeholders"], {
    type: "webhook",
    config: { url: secretOf(provider, "url", context), headers: Object.fromEntries(headers) },
  });
  channel.reasons.push("The webhook sends the JSON document of Vedette in place of the body of Gatus.");
  const method = textOf(provider.method) ?? "GET";
  if (method.toUpperCase() !== "POST") channel.reasons.push("The webhook sends POST in place of its method.");
  if (/\[[A-Z_]+\]/.test(textOf(provider.url) ?? ""))
    channel.reasons.push("Placeholders in the URL are sent as they are.");
  return channel;
}

function textIn(provider: DocumentObject, name: string, { texts }: Context): string {
  return texts.plain(textOf(provider[name]) ?? "").trim();
}

function secretOf(provider: DocumentObject, field: string, context: Context): ImportCredential {
  return new ImportCredential(`${context.name}_${field}`, textIn(provider, field, context));
}

function withUnused(
  provider: DocumentObject,
  used: readonly string[],
  channel: Omit<ProviderChannel, "reasons">,
): ProviderChannel {
  const known = [...used, ...GENERAL];
  const unused = Object.keys(provider).filter((name) => !known.includes(name));
  return { ...channel, reasons: unused.map((name) => `The field '${name}' has no counterpart.`) };
}
