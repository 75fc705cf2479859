import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { oneLine } from "../../../pipeline/alerting/messages/plain-text.ts";
import { telegramSecret } from "../../../pipeline/on-call/acknowledge/telegram-webhook.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import {
  acknowledgeOnce,
  assertSame,
  bodyOf,
  type InboundReplyDeps,
  openInboundChannel,
  outcomeText,
  refused,
} from "./inbound-context.ts";

/** The button of a message in Telegram. Source: Telegram Bot API, "Update" and "setWebhook". */

const TELEGRAM_URL = "https://api.telegram.org";
const NAME_LENGTH_MAX = 60;
/** Longer texts are rejected by answerCallbackQuery. */
const ANSWER_LENGTH_MAX = 200;

const updateSchema = z.object({
  update_id: z.number().int(),
  callback_query: z.object({
    id: z.string(),
    data: z.string(),
    from: z.object({ id: z.number(), username: z.string().optional(), first_name: z.string().optional() }),
    message: z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) }).optional(),
  }),
});
type Query = z.output<typeof updateSchema>["callback_query"];

export async function receiveTelegramUpdate(
  deps: InboundReplyDeps & { telegramUrl?: string },
  request: FastifyRequest,
): Promise<void> {
  const channel = await openInboundChannel(deps, request, ["telegram"]);
  const token = z.object({ bot_token: z.string() }).safeParse(channel.config).data?.bot_token;
  if (token === undefined) throw refused();
  const secret = request.headers["x-telegram-bot-api-secret-token"];
  assertSame(
    typeof secret === "string" ? secret : undefined,
    telegramSecret(deps.installationSecret, channel.id),
  );
  const update = readUpdate(bodyOf(request));
  const [kind, alertId] = update?.callback_query.data.split(":") ?? [];
  if (!update || kind !== "acknowledge" || alertId === undefined) return;
  const { from } = update.callback_query;
  const user = oneLine(from.username ?? from.first_name ?? String(from.id), NAME_LENGTH_MAX);
  const key = `telegram ${update.update_id}`;
  const outcome = await acknowledgeOnce(deps, { channel, request, key }, async () => ({
    ...{ alertId, by: { channelId: channel.id }, via: `by Telegram user ${user}` },
  }));
  if (outcome === "repeated") return;
  void answer(deps, { token, query: update.callback_query, text: outcomeText(outcome) }).catch(
    (error: unknown) =>
      // Errors of the request may name its URL, which contains the token.
      deps.log.warn("telegram.answer_failed", {
        channel_id: channel.id,
        ...errorFacts(new Error(String(error).replaceAll(token, "…"))),
      }),
  );
}

function readUpdate(body: string): z.output<typeof updateSchema> | null {
  try {
    return updateSchema.parse(JSON.parse(body));
  } catch (error) {
    // Other updates, such as messages to the bot, are none of ours.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Says in the chat what became of the tap, and removes the button. */
async function answer(
  { sendRequest, telegramUrl = TELEGRAM_URL }: InboundReplyDeps & { telegramUrl?: string },
  { token, query, text }: { token: string; query: Query; text: string },
): Promise<void> {
  const call = (method: string, body: object) =>
    sendRequest(`${telegramUrl}/bot${token}/${method}`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const short = text.slice(0, ANSWER_LENGTH_MAX).toWellFormed();
  await call("answerCallbackQuery", { callback_query_id: query.id, text: short });
  const { message } = query;
  if (message) {
    const place = { chat_id: message.chat.id, message_id: message.message_id };
    await call("editMessageReplyMarkup", { ...place, reply_markup: { inline_keyboard: [] } });
  }
}
