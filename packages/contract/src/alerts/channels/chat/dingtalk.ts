import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, textField } from "../form-fields.ts";

export const dingtalkType = defineChannelType({
  type: "dingtalk",
  label: "DingTalk",
  category: "chat",
  config: z.strictObject({
    webhook_url: channelUrl,
    secret: channelSecret.nullish().meta({ description: "Signs each message if the bot requires it" }),
  }),
  secrets: { webhook_url: "path", secret: "text" },
  fields: [
    textField({
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In DingTalk: group settings > Bots > Custom.",
      placeholder: "https://oapi.dingtalk.com/robot/send?access_token=…",
    }),
    {
      key: "secret",
      label: "Signing secret",
      hint: "Only if the bot's security settings require a signature.",
      placeholder: "SEC…",
      input: "password",
      isOptional: true,
    },
  ],
  destination: ["webhook_url"],
});
