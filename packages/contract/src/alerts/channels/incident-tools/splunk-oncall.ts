import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const splunkOncallType = defineChannelType({
  type: "splunk_oncall",
  label: "Splunk On-Call",
  category: "incident-tools",
  config: z.strictObject({
    webhook_url: channelUrl,
  }),
  secrets: { webhook_url: "path" },
  serverField: "webhook_url",
  fields: [
    {
      key: "webhook_url",
      label: "REST endpoint URL",
      hint: "In Splunk On-Call: Integrations > REST - Generic, with a routing key at its end.",
      placeholder: "https://alert.victorops.com/integrations/generic/…",
      input: "text",
    },
  ],
  destination: ["webhook_url"],
});
