import { z } from "zod";

/** Phone numbers of channels. */

/** Each recipient gets a message of its own, which the service charges. */
const PHONE_RECIPIENTS_MAX = 10;

export const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, "must be a number with country code, such as +4915112345678");

export const phoneRecipients = z
  .array(phoneNumber)
  .min(1)
  .max(PHONE_RECIPIENTS_MAX)
  .refine((all) => new Set(all).size === all.length, { error: "must not contain duplicates" });

export const RECIPIENTS_FIELD = {
  key: "to",
  label: "Recipients",
  hint: "Up to 10 numbers with country code. Press Enter or comma to add.",
  placeholder: "+4915112345678",
  input: "list",
} as const;
