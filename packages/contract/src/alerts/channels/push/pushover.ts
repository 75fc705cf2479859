import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";
import { optionalTextField, secretField } from "../form-fields.ts";

const key = z.string().regex(/^[A-Za-z0-9]{30}$/, "must be 30 letters and digits");

export const pushoverType = defineChannelType({
  type: "pushover",
  label: "Pushover",
  category: "push",
  config: z.strictObject({
    app_token: key,
    user_key: key.meta({ description: "Key of a user or group" }),
    device: z
      .string()
      .regex(/^[A-Za-z0-9_,-]{1,250}$/, "must be device names, separated by commas")
      .nullish(),
    emergency: z.boolean().nullish().meta({
      description: "Repeats critical alerts every minute until someone confirms them; at most 3 hours",
    }),
  }),
  secrets: { app_token: "text", user_key: "text" },
  fields: [
    secretField({
      key: "app_token",
      label: "Application token",
      hint: "In Pushover: Your Applications > Create an Application.",
      placeholder: "30 characters",
    }),
    secretField({
      key: "user_key",
      label: "User or group key",
      hint: "The key on your Pushover dashboard, or of a delivery group.",
      placeholder: "30 characters",
    }),
    optionalTextField({ key: "device", label: "Device", hint: "Blank: all devices.", placeholder: "phone" }),
    {
      key: "emergency",
      label: "Repeat critical alerts until confirmed",
      hint: "Every minute for at most 3 hours; a recovery ends it.",
      placeholder: "",
      input: "switch",
    },
  ],
  destination: ["device", "user_key"],
});
