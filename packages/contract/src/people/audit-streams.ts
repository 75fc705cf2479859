import { z } from "zod";
import { urlError } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";

/** Streams of the audit log: where an organization wants its entries sent, in their order. */

/** Streams of an organization: each reads all entries. */
export const AUDIT_STREAMS_MAX = 5;
export const AUDIT_STREAM_TYPES = ["syslog", "webhook"] as const;
export const SYSLOG_FORMATS = ["structured", "json"] as const;
/** Entries of one request of a webhook, or of one connection of syslog. */
export const AUDIT_BATCH_MAX = 100;
/** Of syslog over TLS. Source: RFC 5425, section 4.1. */
export const SYSLOG_PORT = 6_514;

const NAME_MAX = 100;
const URL_MAX = 2_000;
const PEM_MAX = 20_000;

const name = z.string().trim().min(1, "is required").max(NAME_MAX);

const host = z
  .string()
  .trim()
  .regex(
    /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/,
    "must be a host name, or an address; IPv6 in brackets",
  )
  .meta({ description: "Host name or address of the receiver, IPv6 in brackets. The egress policy applies" });

const pem = (label: "CERTIFICATE" | "PRIVATE KEY") =>
  z
    .string()
    .trim()
    .max(PEM_MAX)
    .refine(
      (text) => text.includes("-----BEGIN ") && text.includes(`${label}-----`),
      `must be a ${label} in PEM`,
    );

const certificate = pem("CERTIFICATE").nullable();

const syslogFields = {
  host,
  port: z.number().int().min(1).max(65_535),
  format: z.enum(SYSLOG_FORMATS).meta({
    description:
      "`structured`: the fields are structured data (RFC 5424) of the element `audit@32473`. `json`: the message is a JSON object",
  }),
  ca_certificate: certificate.meta({
    description: "CA certificates in PEM that are trusted in addition to the public ones",
  }),
  client_certificate: certificate.meta({
    description: "Certificate chain in PEM that the receiver asks for",
  }),
};

const syslogConfig = z
  .strictObject({
    ...syslogFields,
    port: syslogFields.port.default(SYSLOG_PORT),
    format: syslogFields.format.default("structured"),
    ca_certificate: syslogFields.ca_certificate.default(null),
    client_certificate: syslogFields.client_certificate.default(null),
    client_key: pem("PRIVATE KEY").nullish().meta({
      description:
        "Private key of the client certificate in PEM. Stored encrypted, never returned; not set: unchanged",
    }),
  })
  .meta({ id: "SyslogStreamConfigRequest" });

const url = z
  .string()
  .trim()
  .max(URL_MAX)
  .superRefine((text, ctx) => {
    const message = text.includes("{{") ? "must not contain variables" : urlError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({
    description:
      "Receives up to 100 entries a request, signed as Standard Webhooks. The egress policy applies",
    format: "uri",
  });
const webhookConfig = z.strictObject({ url }).meta({ id: "WebhookStreamConfig" });

const delivery = z
  .object({
    sent_number: z.number().meta({
      description: "Later entries wait. Those up to this number were accepted, or are from before the stream",
    }),
    waiting: z.number().meta({ description: "Entries that were not accepted yet" }),
    oldest_waiting_at: timestamp.nullable().meta({ description: "Time of the oldest entry that waits" }),
    last_sent_at: timestamp.nullable().meta({ description: "When the receiver last accepted entries" }),
    failing_since: timestamp
      .nullable()
      .meta({ description: "When the first of the last failures in a row was" }),
    next_attempt_at: timestamp.nullable().meta({ description: "When it is tried again after a failure" }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: "Why the newest attempt failed; null if it did not" }),
    last_error_at: timestamp.nullable(),
  })
  .meta({ id: "AuditStreamDelivery" });

const common = {
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  signing_secret: z.string().nullable().meta({
    description: "Secret of the signatures of a webhook; only in the response to the request that made it",
  }),
  delivery,
  created_at: timestamp,
  updated_at: timestamp,
};

export const auditStreamSchema = z
  .discriminatedUnion("type", [
    z.object({
      ...common,
      type: z.literal("syslog"),
      config: z
        .object({
          ...syslogFields,
          host: z.string(),
          ca_certificate: z.string().nullable(),
          client_certificate: z.string().nullable(),
        })
        .meta({ id: "SyslogStreamConfig" }),
    }),
    z.object({ ...common, type: z.literal("webhook"), config: z.object({ url: z.string() }) }),
  ])
  .meta({ id: "AuditStream" });
export type AuditStream = z.output<typeof auditStreamSchema>;
export type SyslogConfig = Extract<AuditStream, { type: "syslog" }>["config"];
export type WebhookConfig = Extract<AuditStream, { type: "webhook" }>["config"];

const shown = {
  ...{
    id: readOnly,
    signing_secret: readOnly,
    delivery: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
  },
  org_id: orgIdField,
};
const enabled = z
  .boolean()
  .meta({ description: "Whether it sends. A disabled stream continues where it stopped" });
const start = z.enum(["now", "oldest"]).default("now").meta({
  description:
    "`now`: the first entry is that of the creation of the stream. `oldest`: all entries that are stored",
});

export const auditStreamCreate = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...{ ...shown, name, start },
      enabled: enabled.default(true),
      type: z.literal("syslog"),
      config: syslogConfig,
    }),
    z.strictObject({
      ...{ ...shown, name, start },
      enabled: enabled.default(true),
      type: z.literal("webhook"),
      config: webhookConfig,
    }),
  ])
  .meta({ id: "AuditStreamCreate" });
export type AuditStreamCreate = z.output<typeof auditStreamCreate>;

export const auditStreamUpdate = z
  .strictObject({
    ...shown,
    name: name.optional(),
    enabled: enabled.optional(),
    type: z.enum(AUDIT_STREAM_TYPES).optional().meta({ description: "Must be the present type" }),
    config: z.union([syslogConfig, webhookConfig]).optional().meta({
      description: "Replaces the configuration, except a `client_key` that is not set",
    }),
    new_signing_secret: z.literal(true).optional().meta({
      description: "Replaces the secret of a webhook; the response contains the new one",
    }),
  })
  .meta({ id: "AuditStreamUpdate" });
export type AuditStreamUpdate = z.output<typeof auditStreamUpdate>;

export const auditStreamListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  org_id: z.string().optional(),
});
export type AuditStreamListQuery = z.output<typeof auditStreamListQuery>;
