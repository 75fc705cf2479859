import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";
import { phoneRecipients, RECIPIENTS_FIELD } from "./phone-numbers.ts";

export const vonageSmsType = defineChannelType({
  type: "vonage_sms",
  label: "Vonage SMS",
  category: "phone",
  config: z.strictObject({
    api_key: z.string().regex(/^[0-9a-zA-Z]{8}$/, "must be the API key of the account, 8 characters"),
    api_secret: z.string().regex(/^[\x21-\x7e]{8,64}$/, "must be the API secret of the account"),
    from: z
      .string()
      .regex(/^(\+?[1-9]\d{6,14}|[A-Za-z0-9]{1,11})$/, "must be a number or a sender name of 11 characters"),
    to: phoneRecipients,
  }),
  secrets: { api_secret: "text" },
  fields: [
    {
      key: "api_key",
      label: "API key",
      hint: "In the Vonage API Dashboard: API settings.",
      placeholder: "8 characters",
      input: "text",
    },
    {
      key: "api_secret",
      label: "API secret",
      hint: "In the Vonage API Dashboard: API settings.",
      placeholder: "16 characters",
      input: "password",
    },
    {
      key: "from",
      label: "Sender",
      hint: "A Vonage number or a sender name of at most 11 characters.",
      placeholder: "Vedette",
      input: "text",
    },
    RECIPIENTS_FIELD,
  ],
  destination: ["to"],
});
