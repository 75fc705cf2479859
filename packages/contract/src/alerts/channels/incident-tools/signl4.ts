import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

export const signl4Type = defineChannelType({
  type: "signl4",
  label: "SIGNL4",
  category: "incident-tools",
  config: z.strictObject({
    team_secret: z.string().regex(/^[A-Za-z0-9_-]{6,100}$/, "must be the secret of a team or an integration"),
  }),
  secrets: { team_secret: "text" },
  fields: [
    {
      key: "team_secret",
      label: "Team secret",
      hint: "In SIGNL4: Integrations > Webhook: the last part of its URL.",
      placeholder: "",
      input: "password",
    },
  ],
  destination: ["team_secret"],
});
