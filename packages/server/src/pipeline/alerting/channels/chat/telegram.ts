import { telegramType } from "@vedette/contract/alerts/channels/chat/telegram.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { type Message, onlyAlertOf } from "../../messages/message.ts";
import { withoutMentions } from "../../messages/plain-text.ts";
import { POST_TIMEOUT_MS, postMessage, type Rejection } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionText } from "../../messages/text-content.ts";

/** Source: Telegram Bot API, `sendMessage`. */
const TEXT_LENGTH_MAX = 4_096;

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
    send(message, { bot_token: token, chat_id: chatId, topic_id: topic, silent, api_url: apiUrl }, ctx) {
      const posted = Number(ctx.thread);
      const body = JSON.stringify({
        chat_id: chatId,
        text: descriptionText(describeMessage(message), {
          lengthMax: TEXT_LENGTH_MAX,
          prepare: withoutMentions,
        }),
        ...(topic && { message_thread_id: topic }),
        ...(silent && { disable_notification: true }),
        link_preview_options: { is_disabled: true },
        ...keyboardOf(message),
        ...(ctx.thread !== null && {
          reply_parameters: { message_id: posted, allow_sending_without_reply: true },
        }),
      });
      const url = serviceUrl(apiUrl ?? baseUrl, `/bot${token}/sendMessage`);
      return postMessage(ctx, { url, body }, { permanentStatuses: PERMANENT_STATUSES, threadOf, failureOf });
    },
  });
}

/** Telegram reports taps only to https, to `/api/v1/telegram/updates/{channel_id}`. Without it, the text has a link. */
function keyboardOf(message: Message) {
  const alert = onlyAlertOf(message);
  if (alert === null || !message.acknowledgeUrl?.startsWith("https://")) return {};
  const button = { text: "Acknowledge", callback_data: `acknowledge:${alert.id}` };
  return { reply_markup: { inline_keyboard: [[button]] } };
}

const replySchema = z.object({ result: z.object({ message_id: z.number().int() }) });

function threadOf(reply: unknown): string | undefined {
  return replySchema.safeParse(reply).data?.result.message_id.toString();
}

const errorSchema = z.object({ parameters: z.object({ retry_after: z.number() }) });

/** Source: Telegram Bot API, `ResponseParameters`. */
function failureOf(reply: unknown): Partial<Rejection> | undefined {
  const { data } = errorSchema.safeParse(reply);
  return data && { retryAfterSeconds: data.parameters.retry_after };
}
