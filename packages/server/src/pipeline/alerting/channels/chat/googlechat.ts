import { googlechatType } from "@vedette/contract/alerts/channels/chat/googlechat.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { withQuery } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";
import { threadKeyOf } from "../../messages/urgency.ts";

/** Source: Google Chat, `spaces.messages.create`: 32,000 bytes; a character can have three. */
const TEXT_LENGTH_MAX = 4_000;
const PERMANENT_STATUSES = [401, 403];

/**
 * Source: Google Chat, "Send messages with incoming webhooks", section "Start or reply to a message thread": the
 * same thread key puts a recovery into the thread of its alert.
 */
export function googlechatChannel(): Channel {
  return defineChannel({
    declaration: googlechatType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: webhook }, ctx) {
      const url = withQuery(webhook, { messageReplyOption: "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD" });
      const body = JSON.stringify({
        text: descriptionText(describeMessage(message), {
          lengthMax: TEXT_LENGTH_MAX,
          prepare: withoutMarkup,
        }),
        thread: { threadKey: threadKeyOf(message) },
      });
      return postMessage(ctx, { url, body }, { permanentStatuses: PERMANENT_STATUSES });
    },
  });
}
