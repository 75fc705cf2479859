import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import { defineChannelType } from "../define-channel-type.ts";
import { serverUrlField, textField } from "../form-fields.ts";

const RECIPIENTS_MAX = 20;
const number = z.string().regex(/^\+[1-9]\d{4,14}$/, "must be a phone number such as +4915112345678");

export const signalType = defineChannelType({
  type: "signal",
  label: "Signal",
  category: "chat",
  config: z.strictObject({
    server_url: channelUrl,
    number: number.meta({ description: "The registered number that sends" }),
    recipients: z
      .array(
        z
          .string()
          .regex(/^(\+[1-9]\d{4,14}|group\.[A-Za-z0-9+/=_-]{10,200})$/, "must be a phone number or group.…"),
      )
      .min(1)
      .max(RECIPIENTS_MAX),
  }),
  secrets: {},
  fields: [
    serverUrlField("http://signal-cli:8080"),
    textField({
      key: "number",
      label: "Sender",
      hint: "The number that signal-cli-rest-api has registered or linked.",
      placeholder: "+4915112345678",
    }),
    {
      key: "recipients",
      label: "Recipients",
      hint: "Phone numbers or group IDs (group.…). Press Enter to add.",
      placeholder: "",
      input: "list",
    },
  ],
  destination: ["recipients"],
});
