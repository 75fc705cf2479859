import type { ImportBuilder } from "../building/import-builder.ts";
import { ImportCredential } from "../building/import-credential.ts";
import { type DocumentObject, objectOf, textOf } from "../document-value.ts";
import { type ChecklyResource, pairsOf } from "./read-bundle.ts";

/** A channel that is made, with the events that it is notified of. */
export type MadeChannel = {
  key: string;
  notifiesFailure: boolean;
  notifiesRecovery: boolean;
  sslDays: number | null;
};

type Channel = { type: string; config: DocumentObject; reasons: string[] };

const SET_BY_VEDETTE = new Set(["content-type", "host", "user-agent"]);

export function addChannel({ id, payload }: ChecklyResource, builder: ImportBuilder): MadeChannel | null {
  const key = builder.reserveKey("channel", id);
  const config = objectOf(payload.config);
  const name = textOf(config.name) || id;
  const channel = channelOf(textOf(payload.type) ?? "", config, `CHECKLY_${key}`);
  if (channel === null) {
    const type = (textOf(payload.type) ?? "").slice(0, 50);
    builder.notMade({
      kind: "alert-channel",
      key,
      name,
      reasons: [`There is no channel of the type '${type}'. Use a webhook in its place.`],
    });
    return null;
  }
  const reasons = [...channel.reasons];
  if (payload.sendDegraded === true) reasons.push("It is not notified when a check is degraded.");
  const isMade = builder.add({
    kind: "channel",
    key,
    name,
    fields: { type: channel.type, config: channel.config },
    reasons,
  });
  if (!isMade) return null;
  return {
    key,
    notifiesFailure: payload.sendFailure !== false,
    notifiesRecovery: payload.sendRecovery !== false,
    sslDays: payload.sslExpiry === true ? Number(payload.sslExpiryThreshold ?? 30) : null,
  };
}

function channelOf(type: string, config: DocumentObject, owner: string): Channel | null {
  const secret = (field: string) => new ImportCredential(`${owner}_${field}`, textOf(config[field]) ?? "");
  switch (type) {
    case "EMAIL":
      return { type: "email", config: { recipients: [textOf(config.address) ?? ""] }, reasons: [] };
    case "SLACK": {
      const reasons = textOf(config.channel) ? ["The webhook of Slack decides about the channel."] : [];
      return { type: "slack", config: { webhook_url: secret("url") }, reasons };
    }
    case "PAGERDUTY":
      return { type: "pagerduty", config: { routing_key: secret("serviceKey") }, reasons: [] };
    case "WEBHOOK":
      return webhookOf(config, owner);
    default:
      return null;
  }
}

/** Teams and Telegram are webhooks with a template of their own. */
function webhookOf(config: DocumentObject, owner: string): Channel | null {
  const url = textOf(config.url) ?? "";
  const template = "The message is that of Vedette in place of the template.";
  switch (textOf(config.webhookType) ?? "") {
    case "WEBHOOK_MSTEAMS":
      return {
        type: "teams",
        config: { webhook_url: new ImportCredential(`${owner}_URL`, url) },
        reasons: [template],
      };
    case "WEBHOOK_TELEGRAM": {
      const token = /\/bot([^/]+)\//.exec(url)?.[1] ?? "";
      const chat = /(?:^|&)chat_id=([^&\s]+)/.exec(textOf(config.template) ?? "")?.[1] ?? "";
      const bot = new ImportCredential(`${owner}_BOT_TOKEN`, token);
      return { type: "telegram", config: { bot_token: bot, chat_id: chat }, reasons: [template] };
    }
    case "":
      return plainWebhook(config, owner, url);
    default:
      return null;
  }
}

function plainWebhook(config: DocumentObject, owner: string, url: string): Channel {
  const headers = pairsOf(config.headers).filter(({ key }) => !SET_BY_VEDETTE.has(key.toLowerCase()));
  const query = pairsOf(config.queryParameters)
    .map(
      ({ key, value }) =>
        `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    .join("&");
  const target = query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
  const reasons = ["The webhook sends the JSON document of Vedette in place of the template."];
  if ((textOf(config.method) ?? "POST") !== "POST")
    reasons.push("The webhook sends POST in place of its method.");
  if (textOf(config.webhookSecret))
    reasons.push("The signature is that of Standard Webhooks, with a secret of Vedette.");
  return {
    type: "webhook",
    config: {
      url: new ImportCredential(`${owner}_URL`, target),
      headers: Object.fromEntries(
        headers.map(({ key, value }) => [key, new ImportCredential(`${owner}_${key}`, value)]),
      ),
    },
    reasons,
  };
}
