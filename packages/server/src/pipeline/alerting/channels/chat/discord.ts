import { discordType } from "@vedette/contract/alerts/channels/chat/discord.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { discordContent } from "../../messages/discord-content.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** Discord by webhook. A webhook cannot reply to a message, so a recovery is a new message. */
export function discordChannel(): Channel {
  return defineChannel({
    declaration: discordType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(discordContent(describeMessage(message))) }),
  });
}
