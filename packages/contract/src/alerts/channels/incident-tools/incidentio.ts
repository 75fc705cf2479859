import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

export const incidentioType = defineChannelType({
  type: "incidentio",
  label: "incident.io",
  category: "incident-tools",
  config: z.strictObject({
    alert_source_id: z
      .string()
      .regex(/^[0-9A-Z]{26}$/, "must be the ID of an HTTP alert source, 26 characters"),
    token: z.string().regex(/^[\x21-\x7e]{10,500}$/, "must be the token of the alert source"),
  }),
  secrets: { token: "text" },
  fields: [
    {
      key: "alert_source_id",
      label: "Alert source ID",
      hint: "In incident.io: Alerts > Sources > HTTP: the last part of its URL.",
      placeholder: "01GW2G3V0S59R238FAHPDS1R66",
      input: "text",
    },
    {
      key: "token",
      label: "Token",
      hint: "The bearer token of the alert source.",
      placeholder: "",
      input: "password",
    },
  ],
  destination: ["alert_source_id"],
});
