import { mattermostType } from "@vedette/contract/alerts/channels/chat/mattermost.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** Source: Mattermost's maximum post size. */
const TEXT_LENGTH_MAX = 16_383;
const PERMANENT_STATUSES = [401, 403];

/** Source: Mattermost, "Incoming webhooks", and API reference, `POST /api/v4/posts` (`root_id`: a reply). */
export function mattermostChannel(): Channel {
  return defineChannel({
    declaration: mattermostType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: url, server_url: server, bot_token: token, channel_id: channel }, ctx) {
      const text = descriptionText(describeMessage(message), {
        lengthMax: TEXT_LENGTH_MAX,
        prepare: withoutMarkup,
      });
      if (url) return postMessage(ctx, { url, body: JSON.stringify({ text }) });
      const posted = {
        url: serviceUrl(server ?? "", "/api/v4/posts"),
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({
          channel_id: channel,
          message: text,
          ...(ctx.thread !== null && { root_id: ctx.thread }),
        }),
      };
      return postMessage(ctx, posted, READING);
    },
  });
}

const replySchema = z.object({ id: z.string() });

const READING: ResponseReading = {
  permanentStatuses: PERMANENT_STATUSES,
  threadOf: (reply) => replySchema.safeParse(reply).data?.id,
  rejectionOf: (reply) =>
    replySchema.safeParse(reply).success ? undefined : "The server returned no post ID",
};
