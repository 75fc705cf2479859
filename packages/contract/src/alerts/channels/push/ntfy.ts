import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, serverUrlField, textField } from "../form-fields.ts";

export const ntfyType = defineChannelType({
  type: "ntfy",
  label: "ntfy",
  category: "push",
  config: z.strictObject({
    server_url: channelUrl.default("https://ntfy.sh"),
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, "must be 1 to 64 letters, digits, '-' or '_'"),
    token: channelSecret.nullish().meta({ description: "Access token of a protected topic" }),
  }),
  secrets: { token: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://ntfy.sh"),
    textField({
      key: "topic",
      label: "Topic",
      hint: "Anyone who knows the name of a public topic can read it.",
      placeholder: "vedette-x7Kq2",
    }),
    {
      key: "token",
      label: "Access token",
      hint: "Only for protected topics. In ntfy: Account > Access tokens.",
      placeholder: "tk_…",
      input: "password",
      isOptional: true,
    },
  ],
  destination: ["topic"],
});
