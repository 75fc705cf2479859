import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";
import { phoneRecipients, RECIPIENTS_FIELD } from "./phone-numbers.ts";
import { TWILIO_ACCOUNT_FIELDS, TWILIO_API_URL_FIELD, twilioAccount } from "./twilio-fields.ts";

const SENDER = /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

export const twilioSmsType = defineChannelType({
  type: "twilio_sms",
  label: "Twilio SMS",
  category: "phone",
  config: z.strictObject({
    ...twilioAccount,
    from: z
      .string()
      .regex(SENDER, "must be a number such as +15550100001, a messaging service (MG…) or a sender name"),
    to: phoneRecipients,
  }),
  secrets: { auth_token: "text" },
  serverField: "api_url",
  fields: [
    ...TWILIO_ACCOUNT_FIELDS,
    {
      key: "from",
      label: "Sender",
      hint: "A Twilio number, a messaging service (MG…) or a sender name.",
      placeholder: "+15550100001",
      input: "text",
    },
    RECIPIENTS_FIELD,
    TWILIO_API_URL_FIELD,
  ],
  destination: ["to"],
});
