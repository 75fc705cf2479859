import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";

export const opsgenieType = defineChannelType({
  type: "opsgenie",
  label: "Opsgenie",
  category: "incident-tools",
  config: z.strictObject({
    api_key: z.string().regex(/^[A-Za-z0-9-]{20,200}$/, "must be the key of an API integration"),
    api_url: channelUrl.nullish().meta({ description: "https://api.eu.opsgenie.com for accounts in the EU" }),
  }),
  secrets: { api_key: "text" },
  serverField: "api_url",
  fields: [
    {
      key: "api_key",
      label: "API key",
      hint: "In Opsgenie: team > Integrations > API.",
      placeholder: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
      input: "password",
    },
    {
      key: "api_url",
      label: "API URL",
      hint: "https://api.eu.opsgenie.com for accounts in the EU. Blank: US.",
      placeholder: "https://api.opsgenie.com",
      input: "text",
      isOptional: true,
    },
  ],
  destination: ["api_url", "api_key"],
});
