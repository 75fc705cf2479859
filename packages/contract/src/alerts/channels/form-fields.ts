import { z } from "zod";
import type { ChannelFormField } from "./define-channel-type.ts";

/** Schemas and form fields that several channel types share. */

type FieldTexts = Pick<ChannelFormField, "key" | "label" | "hint" | "placeholder">;

export const textField = (texts: FieldTexts): ChannelFormField => ({ ...texts, input: "text" });

export const optionalTextField = (texts: FieldTexts): ChannelFormField => ({
  ...texts,
  input: "text",
  isOptional: true,
});

export const secretField = (texts: FieldTexts): ChannelFormField => ({ ...texts, input: "password" });

/** A token or password that is sent in a header or a body. */
export const channelSecret = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, "must be at most 500 printable ASCII characters without spaces");

export const serverUrlField = (placeholder: string): ChannelFormField =>
  textField({ key: "server_url", label: "Server URL", hint: "Without the path of the API.", placeholder });
