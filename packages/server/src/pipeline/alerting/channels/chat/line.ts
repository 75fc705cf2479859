import { lineType } from "@vedette/contract/alerts/channels/chat/line.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { descriptionText } from "../../messages/text-content.ts";

const TEXT_LENGTH_MAX = 5_000;
const PERMANENT_STATUSES = [401, 403];
/** The service has accepted this retry key before. */
const CONFLICT = 409;

/**
 * Source: LINE Messaging API reference, "Send push message", "Retry a failed API request" (the retry key is a
 * UUID) and "Text message" (`quoteToken`: a reply).
 */
export function lineChannel({ baseUrl = "https://api.line.me" }: { baseUrl?: string } = {}): Channel {
  return defineChannel({
    declaration: lineType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { channel_access_token: token, to }, ctx) {
      const text = descriptionText(describeMessage(message), { lengthMax: TEXT_LENGTH_MAX });
      const posted = {
        url: `${baseUrl}/v2/bot/message/push`,
        headers: { authorization: `Bearer ${token}`, "x-line-retry-key": message.id },
        body: JSON.stringify({
          to,
          messages: [{ type: "text", text, ...(ctx.thread !== null && { quoteToken: ctx.thread }) }],
        }),
      };
      const reading = { permanentStatuses: PERMANENT_STATUSES, duplicateStatus: CONFLICT, threadOf };
      return postMessage(ctx, posted, reading);
    },
  });
}

const replySchema = z.object({ sentMessages: z.array(z.object({ quoteToken: z.string().optional() })) });

function threadOf(reply: unknown): string | undefined {
  return replySchema.safeParse(reply).data?.sentMessages[0]?.quoteToken;
}
