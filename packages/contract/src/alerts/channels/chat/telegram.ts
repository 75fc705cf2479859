import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { optionalTextField } from "../form-fields.ts";

const config = z.strictObject({
  bot_token: z.string().regex(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, "must be a bot token from BotFather"),
  chat_id: z
    .union([z.string(), z.number().int().transform(String)])
    .pipe(z.string().regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/, "must be a numeric chat ID or @name")),
  topic_id: z.int().positive().nullish().meta({ description: "Topic of a group with topics" }),
  silent: z.boolean().nullish().meta({ description: "Without a sound" }),
  api_url: channelUrl
    .nullish()
    .meta({ description: "Own Bot API server; default: https://api.telegram.org" }),
});

export const telegramType = defineChannelType({
  type: "telegram",
  label: "Telegram",
  category: "chat",
  config,
  secrets: { bot_token: "text" },
  serverField: "api_url",
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
    {
      key: "topic_id",
      label: "Topic ID",
      hint: "Only for groups with topics: the number after the last slash of its link.",
      placeholder: "42",
      input: "number",
      isOptional: true,
    },
    optionalTextField({
      key: "api_url",
      label: "API server",
      hint: "Only for an own Bot API server.",
      placeholder: "https://api.telegram.org",
    }),
    { key: "silent", label: "Send without a sound", hint: "", placeholder: "", input: "switch" },
  ],
  destination: ["chat_id"],
});
