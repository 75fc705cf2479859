import { rocketchatType } from "@vedette/contract/alerts/channels/chat/rocketchat.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMarkup } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** Source: Rocket.Chat's setting "Maximum Allowed Characters Per Message". */
const TEXT_LENGTH_MAX = 5_000;
const PERMANENT_STATUSES = [401, 403];

/** Source: Rocket.Chat, "Incoming webhook scripting", and API reference, `chat.postMessage` (`tmid`: a reply). */
export function rocketchatChannel(): Channel {
  return defineChannel({
    declaration: rocketchatType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: url, server_url: server, user_id: user, auth_token: token, channel }, ctx) {
      const text = descriptionText(describeMessage(message), {
        lengthMax: TEXT_LENGTH_MAX,
        prepare: withoutMarkup,
      });
      if (url) return postMessage(ctx, { url, body: JSON.stringify({ text }) }, READING);
      const posted = {
        url: serviceUrl(server ?? "", "/api/v1/chat.postMessage"),
        headers: { "x-auth-token": token ?? "", "x-user-id": user ?? "" },
        body: JSON.stringify({ channel, text, ...(ctx.thread !== null && { tmid: ctx.thread }) }),
      };
      return postMessage(ctx, posted, READING);
    },
  });
}

const replySchema = z.object({
  success: z.boolean(),
  message: z.object({ _id: z.string() }).optional(),
  error: z.string().optional(),
});

const READING: ResponseReading = {
  permanentStatuses: PERMANENT_STATUSES,
  threadOf: (reply) => replySchema.safeParse(reply).data?.message?._id,
  rejectionOf(reply) {
    const { data } = replySchema.safeParse(reply);
    return data?.success ? undefined : `Rocket.Chat returned: ${data?.error ?? "an unknown error"}`;
  },
};
