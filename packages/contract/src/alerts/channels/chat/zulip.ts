import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, optionalTextField, secretField, serverUrlField, textField } from "../form-fields.ts";

export const zulipType = defineChannelType({
  type: "zulip",
  label: "Zulip",
  category: "chat",
  config: z.strictObject({
    server_url: channelUrl,
    bot_email: z.email("must be the email address of a bot").max(254),
    api_key: channelSecret,
    stream: z.string().trim().min(1).max(60),
    topic: z.string().trim().max(60).nullish().meta({
      description: "Default: the name of the target, so that a recovery is in the topic of its alert",
    }),
  }),
  secrets: { api_key: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://example.zulipchat.com"),
    textField({
      key: "bot_email",
      label: "Bot email",
      hint: "In Zulip: Settings > Your bots.",
      placeholder: "vedette-bot@example.zulipchat.com",
    }),
    secretField({ key: "api_key", label: "API key", hint: "Key of the bot.", placeholder: "32 characters" }),
    textField({ key: "stream", label: "Channel", hint: "Name of the channel.", placeholder: "alerts" }),
    optionalTextField({
      key: "topic",
      label: "Topic",
      hint: "Blank: the name of the target.",
      placeholder: "",
    }),
  ],
  destination: ["stream"],
});
