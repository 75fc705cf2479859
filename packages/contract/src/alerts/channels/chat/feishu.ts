import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, textField } from "../form-fields.ts";

export const feishuType = defineChannelType({
  type: "feishu",
  label: "Feishu",
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
      hint: "In Feishu or Lark: group settings > Bots > Custom Bot.",
      placeholder: "https://open.feishu.cn/open-apis/bot/v2/hook/…",
    }),
    {
      key: "secret",
      label: "Signing secret",
      hint: "Only if the bot's security settings require a signature.",
      placeholder: "22 characters",
      input: "password",
      isOptional: true,
    },
  ],
  destination: ["webhook_url"],
});
