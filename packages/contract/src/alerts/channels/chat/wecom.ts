import { webhookUrlConfig } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { textField } from "../form-fields.ts";

export const wecomType = defineChannelType({
  type: "wecom",
  label: "WeCom",
  category: "chat",
  config: webhookUrlConfig,
  secrets: { webhook_url: "path" },
  fields: [
    textField({
      key: "webhook_url",
      label: "Webhook URL",
      hint: "In WeCom: group > Add group robot.",
      placeholder: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
    }),
  ],
  destination: ["webhook_url"],
});
