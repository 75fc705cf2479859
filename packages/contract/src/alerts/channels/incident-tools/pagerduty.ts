import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

const config = z.strictObject({
  routing_key: z.string().regex(/^[A-Za-z0-9]{20,64}$/, "must be an Events API v2 integration key"),
  event_type: z.enum(["alert", "change"]).default("alert").meta({
    description: "`change` sends change events, which page no one",
  }),
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
    {
      key: "event_type",
      label: "Send as",
      hint: "Change events appear on the timeline of the service and page no one.",
      placeholder: "",
      input: "select",
      options: [
        { value: "alert", label: "Alerts" },
        { value: "change", label: "Change events" },
      ],
    },
  ],
  destination: ["routing_key"],
});
