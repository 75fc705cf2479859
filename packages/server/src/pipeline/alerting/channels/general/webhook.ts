import { webhookType } from "@vedette/contract/alerts/channels/general/webhook.ts";
import { assertNever } from "../../../../platform/kernel/errors.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import type { Message } from "../../messages/message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { signatureOf } from "../../messages/signing-secret.ts";

/*
 * The user's own webhook, signed according to the Standard Webhooks specification: receivers can verify the
 * sender, reject replays, and detect duplicates by `webhook-id`.
 */

export function webhookChannel(): Channel {
  return defineChannel({
    declaration: webhookType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { url, headers }, ctx) {
      const own = message.custom?.body;
      const body = own?.content ?? JSON.stringify(eventOf(message, ctx.nowMs));
      const timestamp = Math.floor(ctx.nowMs / 1_000).toString();
      const signed = {
        "webhook-id": message.id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatureOf(ctx.signingSecret ?? "", `${message.id}.${timestamp}.${body}`),
      };
      const posted = { url, headers: { ...headers, ...signed }, body };
      return postMessage(ctx, own === undefined ? posted : { ...posted, contentType: own.contentType });
    },
  });
}

function eventOf(message: Message, nowMs: number) {
  const { organization } = message;
  const event = (type: string, data: object) => ({
    id: message.id,
    type,
    timestamp: new Date(nowMs).toISOString(),
    data: { ...data, organization },
  });
  switch (message.kind) {
    case "opened":
    case "resolved":
    case "reminder":
      return event(`alert.${message.kind}`, {
        alert: message.alert,
        acknowledge_url: message.acknowledgeUrl ?? null,
        ...(message.verdict && { verdict: message.verdict }),
        ...(message.group && { group: message.group }),
        ...(message.verdicts?.length && { verdicts: message.verdicts }),
        ...ownTexts(message),
        url: message.url,
      });
    case "digest":
      return event("alert.digest", {
        alerts: message.alerts.map(({ kind, alert }) => ({ type: `alert.${kind}`, alert })),
        ...(message.verdicts?.length && { verdicts: message.verdicts }),
        acknowledge_url: message.acknowledgeUrl ?? null,
        url: message.url,
      });
    case "operator":
      return event("alert.operator", { title: message.title, text: message.text, url: message.url });
    case "test":
      return event("alert.test", { alert: null, url: message.url });
    default:
      return assertNever(message);
  }
}

/** The texts of the channel's templates, if it has any. */
function ownTexts({ custom: { title, text } = {} }: Message) {
  return { ...(title !== undefined && { title }), ...(text !== undefined && { text }) };
}
