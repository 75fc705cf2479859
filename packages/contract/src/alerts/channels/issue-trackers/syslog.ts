import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

const SYSLOG_TRANSPORTS = ["tls", "tcp", "udp"] as const;
export type SyslogTransport = (typeof SYSLOG_TRANSPORTS)[number];

/** Names and codes of facilities. Source: RFC 5424, table 1. */
export const SYSLOG_FACILITIES = {
  ...{ local0: 16, local1: 17, local2: 18, local3: 19, local4: 20, local5: 21, local6: 22, local7: 23 },
  ...{ user: 1, daemon: 3 },
} as const;
type SyslogFacility = keyof typeof SYSLOG_FACILITIES;
const FACILITIES = Object.keys(SYSLOG_FACILITIES) as [SyslogFacility, ...SyslogFacility[]];

export const syslogType = defineChannelType({
  type: "syslog",
  label: "Syslog",
  category: "issue-trackers",
  config: z.strictObject({
    host: z
      .string()
      .max(253)
      .regex(
        /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9a-fA-F:]+)$/,
        "must be a host name or an IP address",
      ),
    port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .nullish()
      .meta({ description: "Default: 6514 for TLS, otherwise 514" }),
    transport: z.enum(SYSLOG_TRANSPORTS).default("tls"),
    accept_any_certificate: z.boolean().default(false).meta({ description: "Only for TLS" }),
    facility: z.enum(FACILITIES).default("local0"),
  }),
  secrets: {},
  fields: [
    {
      key: "host",
      label: "Host",
      hint: "Receives messages of RFC 5424.",
      placeholder: "logs.example.com",
      input: "text",
    },
    {
      key: "port",
      label: "Port",
      hint: "Blank: 6514 for TLS, otherwise 514.",
      placeholder: "6514",
      input: "number",
      isOptional: true,
    },
    {
      key: "transport",
      label: "Transport",
      hint: "Syslog over UDP is not acknowledged: messages can be lost.",
      placeholder: "",
      input: "select",
      options: [
        { value: "tls", label: "TLS" },
        { value: "tcp", label: "TCP" },
        { value: "udp", label: "UDP" },
      ],
    },
    {
      key: "accept_any_certificate",
      label: "Accept any certificate",
      hint: "Only for TLS, for servers with a certificate of their own.",
      placeholder: "",
      input: "switch",
    },
    {
      key: "facility",
      label: "Facility",
      hint: "By which the server sorts messages.",
      placeholder: "",
      input: "select",
      options: FACILITIES.map((value) => ({ value, label: value })),
    },
  ],
  destination: ["host"],
});
