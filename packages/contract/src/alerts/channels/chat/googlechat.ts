import { webhookUrlConfig } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { textField } from "../form-fields.ts";

export const googlechatType = defineChannelType({
  type: "googlechat",
  label: "Google Chat",
  category: "chat",
  config: webhookUrlConfig,
  secrets: { webhook_url: "path" },
  fields: [
    textField({
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In Google Chat: space > Apps & integrations > Webhooks.",
      placeholder: "https://chat.googleapis.com/v1/spaces/…",
    }),
  ],
  destination: ["webhook_url"],
});
