import { createHmac } from "node:crypto";
import { dingtalkType } from "@vedette/contract/alerts/channels/chat/dingtalk.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { robotReading } from "../../messages/robot-reply.ts";
import { withQuery } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** A message has at most 20,000 bytes; a character can have three. */
const TEXT_LENGTH_MAX = 6_000;
/** Codes from memory. 300001, 300005: the token does not exist. 130101: more than 20 messages a minute. */
const READING = robotReading({ service: "DingTalk", gone: [300_001, 300_005], tooFast: [130_101] });

/** Source: DingTalk Open Platform, "Custom robot access", sections "Security settings: sign" and "Text type". */
export function dingtalkChannel(): Channel {
  return defineChannel({
    declaration: dingtalkType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: webhook, secret }, ctx) {
      const content = descriptionText(describeMessage(message), {
        lengthMax: TEXT_LENGTH_MAX,
        prepare: withoutMarkup,
      });
      const url = secret ? withQuery(webhook, signatureQuery(secret, ctx.nowMs)) : webhook;
      const body = JSON.stringify({ msgtype: "text", text: { content }, at: { isAtAll: false } });
      return postMessage(ctx, { url, body }, READING);
    },
  });
}

function signatureQuery(secret: string, nowMs: number) {
  const timestamp = String(nowMs);
  const sign = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
  return { timestamp, sign };
}
