import { webhookUrlConfig } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const discordType = defineChannelType({
  type: "discord",
  label: "Discord",
  category: "chat",
  config: webhookUrlConfig,
  secrets: { webhook_url: "path" },
  fields: [
    {
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In Discord: channel settings > Integrations > Webhooks.",
      placeholder: "https://discord.com/api/webhooks/…",
      input: "text",
    },
  ],
  destination: ["webhook_url"],
});
