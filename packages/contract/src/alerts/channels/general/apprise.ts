import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { optionalTextField, secretField, serverUrlField, textField } from "../form-fields.ts";

const config = z
  .strictObject({
    server_url: channelUrl,
    config_key: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,128}$/, "must be 1 to 128 letters, digits, '-' or '_'")
      .nullish()
      .meta({ description: "Key of a configuration that the Apprise server stores" }),
    tag: z
      .string()
      .trim()
      .max(250)
      .nullish()
      .meta({ description: "Only with `config_key`; default: all services" }),
    urls: z.string().trim().max(4_000).nullish().meta({ description: "Apprise URLs, separated by commas" }),
  })
  .superRefine(({ config_key: key, urls, tag }, ctx) => {
    const addError = (path: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [path], message });
    if (key && urls) addError("urls", "cannot be combined with 'config_key'; set only one of them");
    if (!key && !urls) addError("config_key", "is required without 'urls'");
    if (tag && !key) addError("tag", "is only for 'config_key'");
  });

export const appriseType = defineChannelType({
  type: "apprise",
  label: "Apprise",
  category: "general",
  config,
  secrets: { urls: "text" },
  serverField: "server_url",
  connections: [
    {
      key: "stored",
      label: "Stored configuration",
      fields: [
        textField({
          key: "config_key",
          label: "Configuration key",
          hint: "The key under which the Apprise server stores its URLs.",
          placeholder: "apprise",
        }),
        optionalTextField({ key: "tag", label: "Tag", hint: "Blank: all services.", placeholder: "ops" }),
      ],
    },
    {
      key: "urls",
      label: "Apprise URLs",
      fields: [
        secretField({
          key: "urls",
          label: "URLs",
          hint: "Separated by commas. They contain credentials and are encrypted.",
          placeholder: "mailto://…, tgram://…",
        }),
      ],
    },
  ],
  fields: [serverUrlField("https://apprise.example.com")],
  destination: ["config_key", "server_url"],
});
