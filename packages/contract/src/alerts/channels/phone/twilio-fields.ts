import { z } from "zod";
import { channelUrl } from "../channel-url.ts";
import type { ChannelFormField } from "../define-channel-type.ts";
import { optionalTextField } from "../form-fields.ts";

/** The account of Twilio, for SMS and calls. */

export const twilioAccount = {
  account_sid: z.string().regex(/^AC[0-9a-fA-F]{32}$/, "must be an account SID, AC and 32 digits"),
  auth_token: z.string().regex(/^[0-9a-fA-F]{32}$/, "must be the auth token of the account"),
  api_url: channelUrl.nullish().meta({ description: "The API of a region; default: https://api.twilio.com" }),
};

export const TWILIO_ACCOUNT_FIELDS: readonly ChannelFormField[] = [
  {
    key: "account_sid",
    label: "Account SID",
    hint: "In the Twilio Console: Account Info.",
    placeholder: "AC…",
    input: "text",
  },
  {
    key: "auth_token",
    label: "Auth token",
    hint: "In the Twilio Console, below the account SID.",
    placeholder: "32 characters",
    input: "password",
  },
];

export const TWILIO_API_URL_FIELD = optionalTextField({
  key: "api_url",
  label: "API URL",
  hint: "Only for another region, such as https://api.dublin.ie1.twilio.com",
  placeholder: "https://api.twilio.com",
});
