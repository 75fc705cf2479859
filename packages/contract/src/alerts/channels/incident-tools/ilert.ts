import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

export const ilertType = defineChannelType({
  type: "ilert",
  label: "ilert",
  category: "incident-tools",
  config: z.strictObject({
    integration_key: z
      .string()
      .regex(/^[\x21-\x7e]{10,200}$/, "must be the integration key of an API alert source"),
  }),
  secrets: { integration_key: "text" },
  fields: [
    {
      key: "integration_key",
      label: "Integration key",
      hint: "In ilert: Alert sources > API.",
      placeholder: "il1api…",
      input: "password",
    },
  ],
  destination: ["integration_key"],
});
