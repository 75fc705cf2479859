import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { channelSecret, secretField, serverUrlField } from "../form-fields.ts";

export const gotifyType = defineChannelType({
  type: "gotify",
  label: "Gotify",
  category: "push",
  config: z.strictObject({ server_url: channelUrl, token: channelSecret }),
  secrets: { token: "text" },
  serverField: "server_url",
  fields: [
    serverUrlField("https://gotify.example.com"),
    secretField({
      key: "token",
      label: "Application token",
      hint: "In Gotify: Apps > Create application.",
      placeholder: "A…",
    }),
  ],
  destination: ["server_url"],
});
