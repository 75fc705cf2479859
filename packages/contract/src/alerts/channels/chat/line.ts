import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, textField } from "../form-fields.ts";

export const lineType = defineChannelType({
  type: "line",
  label: "LINE",
  category: "chat",
  config: z.strictObject({
    channel_access_token: channelSecret,
    to: z.string().regex(/^[UCR][0-9a-f]{32}$/, "must be the ID of a user (U…), group (C…) or room (R…)"),
  }),
  secrets: { channel_access_token: "text" },
  fields: [
    secretField({
      key: "channel_access_token",
      label: "Channel access token",
      hint: "In the LINE Developers Console: channel > Messaging API.",
      placeholder: "172 characters",
    }),
    textField({
      key: "to",
      label: "Recipient ID",
      hint: "ID of a user, group or room that the bot knows.",
      placeholder: "C0123…",
    }),
  ],
  destination: ["to"],
});
