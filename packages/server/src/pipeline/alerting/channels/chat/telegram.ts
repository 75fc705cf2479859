import { telegramType } from "@vedette/contract/alerts/channels/chat/telegram.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import type { Message } from "../../messages/message.ts";
import { listWithin, withoutMentions } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";

/** A message can have 4,096 characters; the rest is room for the text around the list. */
const LIST_LENGTH_MAX = 3_000;

/** The token is invalid, the bot was removed, or the bot does not exist. */
const PERMANENT_STATUSES = [401, 403];

/** Telegram by bot. Text is sent without a parse mode, so nothing in it is markup. */
export function telegramChannel({
  baseUrl = "https://api.telegram.org",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: telegramType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { bot_token: token, chat_id: chatId }, ctx) {
      const posted = Number(ctx.thread);
      const body = JSON.stringify({
        chat_id: chatId,
        text: telegramText(message),
        link_preview_options: { is_disabled: true },
        ...keyboardOf(message),
        ...(ctx.thread !== null && {
          reply_parameters: { message_id: posted, allow_sending_without_reply: true },
        }),
      });
      const url = `${baseUrl}/bot${token}/sendMessage`;
      return postMessage(ctx, { url, body }, { permanentStatuses: PERMANENT_STATUSES, threadOf });
    },
  });
}

/** Telegram reports taps only to https, to `/api/v1/telegram/updates/{channel_id}`. Without it, the text has a link. */
function keyboardOf(message: Message) {
  if (!("alert" in message) || !message.acknowledgeUrl?.startsWith("https://")) return {};
  const button = { text: "Acknowledge", callback_data: `acknowledge:${message.alert.id}` };
  return { reply_markup: { inline_keyboard: [[button]] } };
}

const replySchema = z.object({ result: z.object({ message_id: z.number().int() }) });

function threadOf(reply: unknown): string | undefined {
  return replySchema.safeParse(reply).data?.result.message_id.toString();
}

function telegramText(message: Message): string {
  const { headline, paragraphs, facts, items, link, acknowledge } = describeMessage(message);
  const links = acknowledge === null ? [link] : [link, acknowledge];
  const parts = [
    headline,
    ...paragraphs,
    ...(items.length === 0 ? [] : [listWithin(items, LIST_LENGTH_MAX)]),
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
  ];
  return `${withoutMentions(parts.join("\n\n"))}\n\n${links.map(({ label, url }) => `${label}: ${url}`).join("\n")}`;
}
