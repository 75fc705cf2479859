import { slackType } from "@vedette/contract/alerts/channels/chat/slack.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { type Message, onlyAlertOf } from "../../messages/message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { slackContent } from "../../messages/slack-content.ts";

/** Slack by incoming webhook or bot. */
export function slackChannel({ baseUrl = "https://slack.com" }: { baseUrl?: string } = {}): Channel {
  return defineChannel({
    declaration: slackType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { webhook_url: url, bot_token: token, channel, signing_secret: secret }, ctx) {
      const content = slackContent(describeMessage(message));
      if (url) return postMessage(ctx, { url, body: JSON.stringify(content) });
      const body = JSON.stringify({
        ...content,
        blocks: secret ? [...content.blocks, ...buttonOf(message)] : content.blocks,
        channel,
        unfurl_links: false,
        ...(ctx.thread !== null && { thread_ts: ctx.thread, reply_broadcast: message.kind === "resolved" }),
      });
      const posted = {
        url: `${baseUrl}/api/chat.postMessage`,
        headers: { authorization: `Bearer ${token}` },
        body,
      };
      return postMessage(ctx, posted, { threadOf, rejectionOf });
    },
  });
}

/** Slack reports a press to `/api/v1/slack/actions/{channel_id}`. */
function buttonOf(message: Message) {
  const alert = onlyAlertOf(message);
  if (alert === null || !message.acknowledgeUrl) return [];
  const text = { type: "plain_text", text: "Acknowledge", emoji: false };
  const button = {
    type: "button",
    action_id: "acknowledge",
    style: "primary",
    text,
    value: alert.id,
  };
  return [{ type: "actions", elements: [button] }];
}

const replySchema = z.object({ ok: z.boolean(), ts: z.string().optional(), error: z.string().optional() });

function threadOf(reply: unknown): string | undefined {
  return replySchema.safeParse(reply).data?.ts;
}

/** Slack also returns 200 when it rejects a message. */
function rejectionOf(reply: unknown): string | undefined {
  const { data } = replySchema.safeParse(reply);
  return data?.ok ? undefined : `Slack returned: ${data?.error ?? "an unknown error"}`;
}
