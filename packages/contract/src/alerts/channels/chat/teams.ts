import { webhookUrlConfig } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const teamsType = defineChannelType({
  type: "teams",
  label: "Microsoft Teams",
  category: "chat",
  config: webhookUrlConfig,
  secrets: { webhook_url: "path" },
  fields: [
    {
      key: "webhook_url",
      label: "Workflow URL",
      hint: "In Teams: Workflows > Post to a channel when a webhook request is received.",
      placeholder: "https://….logic.azure.com/workflows/…",
      input: "text",
    },
  ],
  destination: ["webhook_url"],
});
