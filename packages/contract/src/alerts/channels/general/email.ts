import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

/** Each recipient gets a separate email. For more recipients, use a mailing list. */
export const RECIPIENTS_MAX = 20;

const config = z.strictObject({
  recipients: z
    .array(z.email("must be an email address").max(254))
    .min(1)
    .max(RECIPIENTS_MAX)
    .refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, {
      error: "must not contain duplicates",
    }),
});

export const emailType = defineChannelType({
  type: "email",
  label: "Email",
  category: "general",
  config,
  secrets: {},
  fields: [
    {
      key: "recipients",
      label: "Recipients",
      hint: "Up to 20 email addresses. Press Enter or comma to add.",
      placeholder: "",
      input: "list",
    },
  ],
  destination: ["recipients"],
});
