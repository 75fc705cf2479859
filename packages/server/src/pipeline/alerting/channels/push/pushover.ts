import type { ChannelConfig } from "@vedette/contract/alerts/channels/channel-types.ts";
import { pushoverType } from "@vedette/contract/alerts/channels/push/pushover.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import type { Message } from "../../messages/message.ts";
import { POST_TIMEOUT_MS, postMessage, type ResponseReading } from "../../messages/post-message.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { type Urgency, urgencyOf } from "../../messages/urgency.ts";

/** Source: pushover.net/api, "Limitations". */
const TITLE_LENGTH_MAX = 250;
const TEXT_LENGTH_MAX = 1_024;
const PRIORITIES: Record<Urgency, number> = { critical: 1, warning: 0, resolved: 0, info: 0 };
/** Source: pushover.net/api, "Emergency Priority": `retry` of at least 30 s, `expire` of at most 3 hours. */
const EMERGENCY = { priority: "2", retry: "60", expire: "10800" };

/** Source: pushover.net/api, "Pushing Messages" and "Receipts and Callbacks". A recovery cancels the receipt. */
export function pushoverChannel({
  baseUrl = "https://api.pushover.net",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: pushoverType,
    timeoutMs: 2 * POST_TIMEOUT_MS,
    digests: true,
    async send(message, config, ctx) {
      if (message.kind === "resolved" && ctx.thread !== null) {
        const url = `${baseUrl}/1/receipts/${encodeURIComponent(ctx.thread)}/cancel.json`;
        const canceled = await postMessage(ctx, {
          url,
          body: new URLSearchParams({ token: config.app_token }),
        });
        // A receipt is kept for a week; without it there is nothing to cancel.
        if (!canceled.ok && !canceled.isPermanent && canceled.statusCode !== 400) return canceled;
      }
      return postMessage(ctx, { url: `${baseUrl}/1/messages.json`, body: formOf(message, config) }, READING);
    },
  });
}

function formOf(message: Message, config: ChannelConfig<"pushover">): URLSearchParams {
  const description = describeMessage(message);
  const urgency = urgencyOf(message);
  // A digest has no recovery of its own that would cancel it.
  const isEmergency = config.emergency === true && urgency === "critical" && message.kind !== "digest";
  return new URLSearchParams({
    token: config.app_token,
    user: config.user_key,
    ...(config.device && { device: config.device }),
    title: description.headline.slice(0, TITLE_LENGTH_MAX).toWellFormed(),
    message: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
    url: description.link.url,
    url_title: description.link.label,
    ...(isEmergency ? EMERGENCY : { priority: String(PRIORITIES[urgency]) }),
  });
}

const replySchema = z.object({
  status: z.number(),
  receipt: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/)
    .optional(),
  errors: z.array(z.string()).optional(),
  user: z.string().optional(),
  token: z.string().optional(),
});

const READING: ResponseReading = {
  threadOf: (reply) => replySchema.safeParse(reply).data?.receipt,
  rejectionOf(reply) {
    const { data } = replySchema.safeParse(reply);
    return data?.status === 1 ? undefined : `Pushover returned: ${data?.errors?.join(", ") ?? "no status"}`;
  },
  // `user` or `token` is "invalid" if the account or application does not exist.
  failureOf(reply) {
    const { data } = replySchema.safeParse(reply);
    return data?.user === "invalid" || data?.token === "invalid" ? { isPermanent: true } : undefined;
  },
};
