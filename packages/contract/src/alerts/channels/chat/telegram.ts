import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

const config = z.strictObject({
  bot_token: z.string().regex(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, "must be a bot token from BotFather"),
  chat_id: z
    .union([z.string(), z.number().int().transform(String)])
    .pipe(z.string().regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/, "must be a numeric chat ID or @name")),
});

export const telegramType = defineChannelType({
  type: "telegram",
  label: "Telegram",
  category: "chat",
  config,
  secrets: { bot_token: "text" },
  fields: [
    {
      key: "bot_token",
      label: "Bot token",
      hint: "The token from BotFather.",
      placeholder: "123456:ABC-…",
      input: "text",
    },
    {
      key: "chat_id",
      label: "Chat ID",
      hint: "Chat ID or @name of a public channel. The bot must be a member.",
      placeholder: "-1001234567890",
      input: "text",
    },
  ],
  destination: ["chat_id"],
});
