import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField } from "../form-fields.ts";

export const barkType = defineChannelType({
  type: "bark",
  label: "Bark",
  category: "push",
  config: z.strictObject({
    server_url: channelUrl.default("https://api.day.app"),
    device_key: channelSecret,
  }),
  secrets: { device_key: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://api.day.app"),
    secretField({
      key: "device_key",
      label: "Device key",
      hint: "The part after the host of the URL that the app shows.",
      placeholder: "22 characters",
    }),
  ],
  destination: ["server_url"],
});
