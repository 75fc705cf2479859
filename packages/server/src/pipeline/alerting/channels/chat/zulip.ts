import { zulipType } from "@vedette/contract/alerts/channels/chat/zulip.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import type { Message } from "../../messages/message.ts";
import { oneLine, withoutMarkup } from "../../messages/plain-text.ts";
import {
  basicAuth,
  POST_TIMEOUT_MS,
  postMessage,
  type ResponseReading,
} from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** Source: Zulip's `max_message_length` and `max_topic_length`. */
const TEXT_LENGTH_MAX = 10_000;
const TOPIC_LENGTH_MAX = 60;
const PERMANENT_STATUSES = [401, 403];
const PERMANENT_CODES = ["STREAM_DOES_NOT_EXIST"];

/** Source: Zulip REST API, "Send a message", and "Error handling", section "Rate limit exceeded". */
export function zulipChannel(): Channel {
  return defineChannel({
    declaration: zulipType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, bot_email: email, api_key: key, stream, topic }, ctx) {
      const body = new URLSearchParams({
        type: "stream",
        to: stream,
        topic: topic || topicOf(message),
        content: descriptionText(describeMessage(message), {
          lengthMax: TEXT_LENGTH_MAX,
          prepare: withoutMarkup,
        }),
      });
      const headers = { authorization: basicAuth(email, key) };
      return postMessage(ctx, { url: serviceUrl(server, "/api/v1/messages"), headers, body }, READING);
    },
  });
}

/** The same for all messages of an alert. */
function topicOf(message: Message): string {
  if (!("alert" in message)) return "Vedette";
  return oneLine(withoutMarkup(message.group?.label ?? message.alert.target.name), TOPIC_LENGTH_MAX);
}

const replySchema = z.object({
  result: z.string(),
  msg: z.string().optional(),
  code: z.string().optional(),
  "retry-after": z.number().optional(),
});

const READING: ResponseReading = {
  permanentStatuses: PERMANENT_STATUSES,
  rejectionOf(reply) {
    const { data } = replySchema.safeParse(reply);
    return data?.result === "success" ? undefined : `Zulip returned: ${data?.msg ?? "no result"}`;
  },
  failureOf(reply) {
    const { data } = replySchema.safeParse(reply);
    if (!data) return undefined;
    const seconds = data["retry-after"];
    return {
      ...(seconds !== undefined && { retryAfterSeconds: Math.ceil(seconds) }),
      ...(PERMANENT_CODES.includes(data.code ?? "") && { isPermanent: true }),
    };
  },
};
