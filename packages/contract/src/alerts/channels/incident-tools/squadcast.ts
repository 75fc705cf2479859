import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const squadcastType = defineChannelType({
  type: "squadcast",
  label: "Squadcast",
  category: "incident-tools",
  config: z.strictObject({
    webhook_url: channelUrl,
  }),
  secrets: { webhook_url: "path" },
  serverField: "webhook_url",
  fields: [
    {
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In Squadcast: service > Alert sources > Incident Webhook (API v2).",
      placeholder: "https://api.squadcast.com/v2/incidents/api/…",
      input: "text",
    },
  ],
  destination: ["webhook_url"],
});
