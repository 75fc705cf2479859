import { wecomType } from "@vedette/contract/alerts/channels/chat/wecom.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { robotReading } from "../../messages/robot-reply.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** A text has at most 2,048 bytes; a character can have three. */
const TEXT_LENGTH_MAX = 680;
/** Codes from memory. 93000: the webhook URL is invalid. 45009: more than 20 messages a minute. */
const READING = robotReading({ service: "WeCom", gone: [93_000], tooFast: [45_009] });

/** Source: WeCom developer center, "Group robot configuration", section "Text type". */
export function wecomChannel(): Channel {
  return defineChannel({
    declaration: wecomType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: url }, ctx) {
      const content = descriptionText(describeMessage(message), {
        lengthMax: TEXT_LENGTH_MAX,
        prepare: withoutMarkup,
      });
      return postMessage(ctx, { url, body: JSON.stringify({ msgtype: "text", text: { content } }) }, READING);
    },
  });
}
