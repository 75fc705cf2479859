import { barkType } from "@vedette/contract/alerts/channels/push/bark.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage, type Rejection } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { threadKeyOf, type Urgency, urgencyOf } from "../../messages/urgency.ts";

/** A push of Apple has at most 4,096 bytes; a character can have three bytes. */
const TEXT_LENGTH_MAX = 900;
const LEVELS: Record<Urgency, string> = {
  critical: "critical",
  warning: "timeSensitive",
  resolved: "active",
  info: "active",
};

/** Source: Bark server, "API V2", section "Push". The same `id` replaces an earlier notification. */
export function barkChannel(): Channel {
  return defineChannel({
    declaration: barkType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, device_key: key }, ctx) {
      const description = describeMessage(message);
      const body = JSON.stringify({
        device_key: key,
        title: description.headline,
        body: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
        level: LEVELS[urgencyOf(message)],
        group: "Vedette",
        id: threadKeyOf(message),
        url: description.link.url,
      });
      return postMessage(ctx, { url: serviceUrl(server, "/push"), body }, { rejectionOf, failureOf });
    },
  });
}

const replySchema = z.object({ code: z.number(), message: z.string() });

function rejectionOf(reply: unknown): Rejection | undefined {
  const { data } = replySchema.safeParse(reply);
  if (data?.code === 200) return undefined;
  return { error: `Bark returned: ${data?.message ?? "no code"}`, ...failureOf(reply) };
}

/** The device was removed, or never registered. */
function failureOf(reply: unknown): Partial<Rejection> | undefined {
  const { data } = replySchema.safeParse(reply);
  return data?.message.includes("failed to get device token") ? { isPermanent: true } : undefined;
}
