import { signalType } from "@vedette/contract/alerts/channels/chat/signal.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** Signal's apps show 2,000 characters and send the rest as an attachment. */
const TEXT_LENGTH_MAX = 2_000;

/** Source: signal-cli-rest-api, Swagger document, `POST /v2/send` (`quote_timestamp`: a reply). */
export function signalChannel(): Channel {
  return defineChannel({
    declaration: signalType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, number, recipients }, ctx) {
      const description = describeMessage(message);
      const quoted = Number(ctx.thread);
      const body = JSON.stringify({
        number,
        recipients,
        message: descriptionText(description, { lengthMax: TEXT_LENGTH_MAX }),
        text_mode: "normal",
        ...(ctx.thread !== null &&
          "alert" in message && {
            quote_timestamp: quoted,
            quote_author: number,
            quote_message: message.alert.title.slice(0, 200).toWellFormed(),
          }),
      });
      return postMessage(ctx, { url: serviceUrl(server, "/v2/send"), body }, { threadOf });
    },
  });
}

const replySchema = z.object({ timestamp: z.union([z.string(), z.number()]).transform(String) });

function threadOf(reply: unknown): string | undefined {
  const timestamp = replySchema.safeParse(reply).data?.timestamp;
  return timestamp !== undefined && /^\d{10,16}$/.test(timestamp) ? timestamp : undefined;
}
