import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField, textField } from "../form-fields.ts";

export const matrixType = defineChannelType({
  type: "matrix",
  label: "Matrix",
  category: "chat",
  config: z.strictObject({
    server_url: channelUrl,
    access_token: channelSecret,
    room_id: z
      .string()
      .regex(/^![^\s:]{1,200}(:[^\s]{1,200})?$/, "must be a room ID such as !abc:example.org"),
  }),
  secrets: { access_token: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://matrix.example.org"),
    secretField({
      key: "access_token",
      label: "Access token",
      hint: "Token of an account that is a member of the room.",
      placeholder: "syt_…",
    }),
    textField({
      key: "room_id",
      label: "Room ID",
      hint: "In Element: room settings > Advanced. Not encrypted rooms.",
      placeholder: "!abc:example.org",
    }),
  ],
  destination: ["room_id"],
});
