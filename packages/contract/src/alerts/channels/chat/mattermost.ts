import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField, textField } from "../form-fields.ts";

const config = z
  .strictObject({
    webhook_url: channelUrl.nullish().meta({ description: "URL of an incoming webhook" }),
    server_url: channelUrl.nullish(),
    bot_token: channelSecret.nullish().meta({ description: "Recoveries reply to the post of their alert" }),
    channel_id: z
      .string()
      .regex(/^[a-z0-9]{26}$/, "must be a channel ID of 26 characters")
      .nullish(),
  })
  .superRefine(({ webhook_url: url, ...bot }, ctx) => {
    for (const [path, value] of Object.entries(bot)) {
      const message = url ? "cannot be combined with 'webhook_url'" : "is required without 'webhook_url'";
      if (Boolean(url) === Boolean(value)) ctx.addIssue({ code: "custom", path: [path], message });
    }
  });

export const mattermostType = defineChannelType({
  type: "mattermost",
  label: "Mattermost",
  category: "chat",
  config,
  secrets: { webhook_url: "path", bot_token: "text" },
  serverField: "server_url",
  connections: [
    {
      key: "webhook",
      label: "Incoming webhook",
      fields: [
        textField({
          key: "webhook_url",
          label: "Webhook URL",
          hint: "In Mattermost: Integrations > Incoming Webhooks.",
          placeholder: "https://mattermost.example.com/hooks/…",
        }),
      ],
    },
    {
      key: "bot",
      label: "Bot token (recoveries reply in the thread)",
      fields: [
        serverUrlField("https://mattermost.example.com"),
        secretField({
          key: "bot_token",
          label: "Bot token",
          hint: "In Mattermost: Integrations > Bot Accounts.",
          placeholder: "26 characters",
        }),
        textField({
          key: "channel_id",
          label: "Channel ID",
          hint: "In Mattermost: channel menu > View Info.",
          placeholder: "26 characters",
        }),
      ],
    },
  ],
  fields: [],
  destination: ["channel_id", "webhook_url"],
});
