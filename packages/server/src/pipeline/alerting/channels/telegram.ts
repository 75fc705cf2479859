import { CHANNEL_CONFIGS } from "@vedette/contract/alerts/alert-channels.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../messages/channel.ts";
import { describeMessage } from "../messages/describe-message.ts";
import type { Message } from "../messages/message.ts";
import { listWithin, withoutMentions } from "../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../messages/post-message.ts";

/** Of a message of 4,096 characters, with room for what stands around the list. */
const LIST_LENGTH_MAX = 3_000;

/** The token is none, the bot was thrown out, or there is no such bot. */
const GONE = [401, 403];

/** Telegram, by a bot. Texts are sent without a parse mode, so that nothing in them is markup. */
export function telegramChannel({
  baseUrl = "https://api.telegram.org",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    type: "telegram",
    configSchema: CHANNEL_CONFIGS.telegram,
    secretFields: { bot_token: "text" },
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { bot_token: token, chat_id: chatId }, ctx) {
      const answered = Number(ctx.thread);
      const body = JSON.stringify({
        chat_id: chatId,
        text: telegramText(message),
        link_preview_options: { is_disabled: true },
        ...(ctx.thread !== null && {
          reply_parameters: { message_id: answered, allow_sending_without_reply: true },
        }),
      });
      const url = `${baseUrl}/bot${token}/sendMessage`;
      return postMessage(ctx, { url, body }, { gone: GONE, threadOf });
    },
  });
}

const replySchema = z.object({ result: z.object({ message_id: z.number().int() }) });

function threadOf(reply: unknown): string | undefined {
  return replySchema.safeParse(reply).data?.result.message_id.toString();
}

function telegramText(message: Message): string {
  const { headline, paragraphs, facts, items, link } = describeMessage(message);
  const parts = [
    headline,
    ...paragraphs,
    ...(items.length === 0 ? [] : [listWithin(items, LIST_LENGTH_MAX)]),
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
  ];
  return `${withoutMentions(parts.join("\n\n"))}\n\n${link.label}: ${link.url}`;
}
