import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

const config = z.strictObject({
  routing_key: z.string().regex(/^[A-Za-z0-9]{20,64}$/, "must be an Events API v2 integration key"),
});

export const pagerdutyType = defineChannelType({
  type: "pagerduty",
  label: "PagerDuty",
  category: "incident-tools",
  config,
  secrets: { routing_key: "text" },
  fields: [
    {
      key: "routing_key",
      label: "Integration key",
      hint: "In PagerDuty: service > Integrations > Events API v2.",
      placeholder: "32-character key",
      input: "text",
    },
  ],
  destination: ["routing_key"],
});
