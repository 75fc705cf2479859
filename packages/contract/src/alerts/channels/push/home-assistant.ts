import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField, textField } from "../form-fields.ts";

export const homeAssistantType = defineChannelType({
  type: "home_assistant",
  label: "Home Assistant",
  category: "push",
  config: z.strictObject({
    server_url: channelUrl,
    token: channelSecret,
    service: z
      .string()
      .regex(/^[a-z0-9_]{1,100}$/, "must be the part after 'notify.', such as mobile_app_phone"),
  }),
  secrets: { token: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://home.example.com:8123"),
    secretField({
      key: "token",
      label: "Long-lived access token",
      hint: "In Home Assistant: your profile > Security.",
      placeholder: "eyJ…",
    }),
    textField({
      key: "service",
      label: "Notify action",
      hint: "The part after 'notify.' of an action.",
      placeholder: "mobile_app_phone",
    }),
  ],
  destination: ["service"],
});
