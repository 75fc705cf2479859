import { matrixType } from "@vedette/contract/alerts/channels/chat/matrix.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { withoutMentions } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** An event has at most 65,536 bytes; a character can have three bytes. */
const TEXT_LENGTH_MAX = 16_000;
/** The token is invalid, or the account is not in the room. */
const PERMANENT_STATUSES = [401, 403];

/**
 * Source: Matrix Client-Server API, "PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}", "Rich
 * replies", "User and room mentions" and "Rate limiting". The transaction id makes a repeated send harmless.
 */
export function matrixChannel(): Channel {
  return defineChannel({
    declaration: matrixType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, access_token: token, room_id: room }, ctx) {
      const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${message.id}`;
      const body = JSON.stringify({
        msgtype: "m.text",
        body: descriptionText(describeMessage(message), {
          lengthMax: TEXT_LENGTH_MAX,
          prepare: withoutMentions,
        }),
        // Empty: mentions no one, even if the text has a name or @room.
        "m.mentions": {},
        ...(ctx.thread !== null && { "m.relates_to": { "m.in_reply_to": { event_id: ctx.thread } } }),
      });
      const headers = { authorization: `Bearer ${token}` };
      return postMessage(ctx, { url: serviceUrl(server, path), method: "PUT", headers, body }, READING);
    },
  });
}

const replySchema = z.object({ event_id: z.string() });
const errorSchema = z.object({ retry_after_ms: z.number() });

const READING: ResponseReading = {
  permanentStatuses: PERMANENT_STATUSES,
  threadOf: (reply) => replySchema.safeParse(reply).data?.event_id,
  rejectionOf: (reply) =>
    replySchema.safeParse(reply).success ? undefined : "The server returned no event ID",
  failureOf(reply) {
    const { data } = errorSchema.safeParse(reply);
    return data && { retryAfterSeconds: Math.ceil(data.retry_after_ms / 1_000) };
  },
};
