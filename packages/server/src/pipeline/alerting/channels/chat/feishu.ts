import { createHmac } from "node:crypto";
import { feishuType } from "@vedette/contract/alerts/channels/chat/feishu.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { robotReading } from "../../messages/robot-reply.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** A request has at most 20 KB; a character can have three bytes. */
const TEXT_LENGTH_MAX = 6_000;
/** Codes from memory. 19001: the webhook token is invalid. 9499, 11232: more than 100 messages a minute or 5 a second. */
const READING = robotReading({ service: "Feishu", gone: [19_001], tooFast: [9_499, 11_232] });

/** Source: Feishu Open Platform, "Custom bot usage guide", sections "Signature verification" and "Text". */
export function feishuChannel(): Channel {
  return defineChannel({
    declaration: feishuType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: url, secret }, ctx) {
      const text = descriptionText(describeMessage(message), {
        lengthMax: TEXT_LENGTH_MAX,
        prepare: withoutMarkup,
      });
      const signed = secret ? signatureFields(secret, ctx.nowMs) : {};
      return postMessage(
        ctx,
        { url, body: JSON.stringify({ ...signed, msg_type: "text", content: { text } }) },
        READING,
      );
    },
  });
}

/** The timestamp and the secret are the key; the signed text is empty. */
function signatureFields(secret: string, nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return { timestamp, sign: createHmac("sha256", `${timestamp}\n${secret}`).update("").digest("base64") };
}
