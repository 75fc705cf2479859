import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField, textField } from "../form-fields.ts";

const config = z
  .strictObject({
    webhook_url: channelUrl.nullish().meta({ description: "URL of an incoming integration" }),
    server_url: channelUrl.nullish(),
    user_id: channelSecret.nullish(),
    auth_token: channelSecret
      .nullish()
      .meta({ description: "Recoveries reply to the message of their alert" }),
    channel: z
      .string()
      .regex(/^[#@]?[\p{L}\p{N}._-]{1,120}$/u, "must be a #channel, a @user or a room ID")
      .nullish(),
  })
  .superRefine(({ webhook_url: url, ...bot }, ctx) => {
    for (const [path, value] of Object.entries(bot)) {
      const message = url ? "cannot be combined with 'webhook_url'" : "is required without 'webhook_url'";
      if (Boolean(url) === Boolean(value)) ctx.addIssue({ code: "custom", path: [path], message });
    }
  });

export const rocketchatType = defineChannelType({
  type: "rocketchat",
  label: "Rocket.Chat",
  category: "chat",
  config,
  secrets: { webhook_url: "path", auth_token: "text" },
  serverField: "server_url",
  connections: [
    {
      key: "webhook",
      label: "Incoming integration",
      fields: [
        textField({
          key: "webhook_url",
          label: "Webhook URL",
          hint: "In Rocket.Chat: Workspace > Integrations > New > Incoming.",
          placeholder: "https://chat.example.com/hooks/…",
        }),
      ],
    },
    {
      key: "bot",
      label: "Access token (recoveries reply in the thread)",
      fields: [
        serverUrlField("https://chat.example.com"),
        textField({
          key: "user_id",
          label: "User ID",
          hint: "Shown when the personal access token is created.",
          placeholder: "17 characters",
        }),
        secretField({
          key: "auth_token",
          label: "Access token",
          hint: "In Rocket.Chat: My account > Personal access tokens.",
          placeholder: "43 characters",
        }),
        textField({
          key: "channel",
          label: "Channel",
          hint: "A #channel, a @user or a room ID.",
          placeholder: "#alerts",
        }),
      ],
    },
  ],
  fields: [],
  destination: ["channel", "webhook_url"],
});
