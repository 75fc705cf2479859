import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

export const jiraServiceManagementType = defineChannelType({
  type: "jira_service_management",
  label: "Jira Service Management",
  category: "incident-tools",
  config: z.strictObject({
    api_key: z.string().regex(/^[A-Za-z0-9-]{20,200}$/, "must be the key of an API integration"),
  }),
  secrets: { api_key: "text" },
  fields: [
    {
      key: "api_key",
      label: "API key",
      hint: "In Jira Service Management: Operations > team > Integrations > API.",
      placeholder: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
      input: "password",
    },
  ],
  destination: ["api_key"],
});
