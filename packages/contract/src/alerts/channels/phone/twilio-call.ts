import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";
import { phoneNumber, phoneRecipients, RECIPIENTS_FIELD } from "./phone-numbers.ts";
import { TWILIO_ACCOUNT_FIELDS, TWILIO_API_URL_FIELD, twilioAccount } from "./twilio-fields.ts";

export const twilioCallType = defineChannelType({
  type: "twilio_call",
  label: "Twilio call",
  category: "phone",
  config: z.strictObject({
    ...twilioAccount,
    from: phoneNumber,
    to: phoneRecipients,
    call_on_recovery: z.boolean().default(false).meta({ description: "Whether recoveries are called too" }),
  }),
  secrets: { auth_token: "text" },
  serverField: "api_url",
  fields: [
    ...TWILIO_ACCOUNT_FIELDS,
    {
      key: "from",
      label: "Caller",
      hint: "A Twilio number that can make calls.",
      placeholder: "+15550100001",
      input: "text",
    },
    RECIPIENTS_FIELD,
    TWILIO_API_URL_FIELD,
    {
      key: "call_on_recovery",
      label: "Call on recovery",
      hint: "If off, recoveries are not called.",
      placeholder: "",
      input: "switch",
    },
  ],
  destination: ["to"],
});
