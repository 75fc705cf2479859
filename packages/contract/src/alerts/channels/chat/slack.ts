import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

const config = z
  .strictObject({
    webhook_url: channelUrl.nullish().meta({ description: "URL of an incoming webhook" }),
    bot_token: z
      .string()
      .regex(/^xox[a-z]-[A-Za-z0-9-]{10,250}$/, "must be a token such as xoxb-…")
      .nullish()
      .meta({
        description: "Alternative to a webhook. Recoveries are posted in the thread of their alert",
      }),
    channel: z
      .string()
      .regex(/^#?[\p{L}\p{N}._-]{1,80}$/u, "must be a channel name or ID")
      .nullish()
      .meta({ description: "Channel name or ID; required with `bot_token`" }),
    signing_secret: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be the signing secret of a Slack app, 32 hexadecimal digits")
      .nullish()
      .meta({ description: "With it, messages have a button that acknowledges; needs `bot_token`" }),
  })
  .superRefine(({ webhook_url: url, bot_token: token, channel, signing_secret: secret }, ctx) => {
    const addError = (path: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [path], message });
    if (url && token) addError("bot_token", "cannot be combined with 'webhook_url'; set only one of them");
    if (!url && !token) addError("webhook_url", "is required");
    if (secret && !token) addError("signing_secret", "requires 'bot_token'");
    if (token && !channel) addError("channel", "is required with 'bot_token'");
  });

export const slackType = defineChannelType({
  type: "slack",
  label: "Slack",
  category: "chat",
  config,
  secrets: { webhook_url: "path", bot_token: "text", signing_secret: "text" },
  connections: [
    {
      key: "webhook",
      label: "Incoming webhook",
      fields: [
        {
          key: "webhook_url",
          label: "Webhook URL",
          hint: "In Slack: your app > Incoming Webhooks > Add New Webhook.",
          placeholder: "https://hooks.slack.com/services/…",
          input: "text",
        },
      ],
    },
    {
      key: "bot",
      label: "Bot token (recoveries reply in the thread)",
      fields: [
        {
          key: "bot_token",
          label: "Bot token",
          hint: "Token of a Slack app with the chat:write scope.",
          placeholder: "xoxb-…",
          input: "text",
        },
        {
          key: "channel",
          label: "Channel",
          hint: "Channel name or ID. The app must be a member.",
          placeholder: "#alerts",
          input: "text",
        },
        {
          key: "signing_secret",
          label: "Signing secret",
          hint: "Optional, for a button that acknowledges: your app > Basic Information.",
          placeholder: "32 characters",
          input: "password",
        },
      ],
    },
  ],
  fields: [],
  destination: ["channel", "webhook_url"],
});
