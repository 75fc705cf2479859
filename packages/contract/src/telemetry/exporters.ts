import { z } from "zod";
import { urlError } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField } from "../targets/target-fields.ts";

/** Exporters: where an organization wants its metrics and traces sent, by OTLP over HTTP. */

/** Exporters of an organization: each repeats the work of the others. */
export const EXPORTERS_MAX = 10;
export const TRACE_SAMPLES = ["failures", "all"] as const;

const NAME_MAX = 100;
const ENDPOINT_MAX = 2_000;
const HEADERS_MAX = 20;
const HEADER_VALUE_MAX = 4_000;

/** Set by the exporter itself. */
const OWN_HEADERS = new Set([
  "content-type",
  "content-encoding",
  "content-length",
  "host",
  "connection",
  "user-agent",
]);

const name = z.string().trim().min(1, "is required").max(NAME_MAX);

const endpoint = z
  .string()
  .trim()
  .max(ENDPOINT_MAX)
  .superRefine((text, ctx) => {
    const message = endpointError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .transform((text) => text.replace(/\/+$/, ""))
  .meta({
    description:
      "URL of the OTLP receiver, such as `https://collector.example:4318`. `/v1/metrics` and `/v1/traces` are appended. The egress policy applies",
    format: "uri",
  });

function endpointError(text: string): string | null {
  if (text.includes("{{")) return "must not contain variables";
  const message = urlError(text);
  if (message !== null) return message;
  const url = new URL(text);
  if (url.search !== "" || url.hash !== "") return "must not have a query; put credentials into headers";
  if (url.username !== "" || url.password !== "")
    return "must not contain a password; put credentials into headers";
  return /\/v1\/(traces|metrics)\/?$/.test(url.pathname) ? "must not end in /v1/traces or /v1/metrics" : null;
}

const headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, "must be the name of an HTTP header")
      .refine((header) => !OWN_HEADERS.has(header.toLowerCase()), "is set by the exporter"),
    z
      .string()
      .max(HEADER_VALUE_MAX)
      .regex(/^[\t\x20-\x7e]*$/, "must be ASCII text in one line"),
  )
  .refine((given) => Object.keys(given).length <= HEADERS_MAX, `must have at most ${HEADERS_MAX} headers`)
  .meta({ description: "Headers of each request. Stored encrypted; only their names are shown" });

const fields = {
  name,
  endpoint,
  headers,
  metrics: z.boolean().meta({ description: "Send the current figures of targets once a minute" }),
  traces: z.boolean().meta({ description: "Send a trace of each check and run that `sample` selects" }),
  sample: z.enum(TRACE_SAMPLES).meta({
    description: "`failures`: traces of checks that failed or could not be evaluated. `all`: of every check",
  }),
  selector: selectorSchema.nullable().meta({ description: "Only of these targets; null for all" }),
  enabled: z.boolean().meta({ description: "Whether it sends" }),
};

export const exporterSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    endpoint: z.string(),
    header_names: z.array(z.string()),
    metrics: z.boolean(),
    traces: z.boolean(),
    sample: z.enum(TRACE_SAMPLES),
    selector: selectorView.nullable(),
    enabled: z.boolean(),
    delivery: z
      .object({
        last_sent_at: timestamp.nullable().meta({ description: "When the receiver last accepted a request" }),
        last_error: z.string().nullable().meta({
          description: "Why the newest request failed or was rejected in part; null if all was accepted",
        }),
        last_error_at: timestamp.nullable(),
        traces_sent: z.number(),
        traces_waiting: z.number().meta({ description: "Traces that will be sent" }),
        traces_dropped: z.number().meta({
          description: "Traces that were given up: too many, older than an hour, or rejected by the receiver",
        }),
        spans_rejected: z.number().meta({
          description: "Spans that the receiver did not take, of requests that it accepted (partial success)",
        }),
        points_sent: z.number().meta({ description: "Data points of metrics that the receiver accepted" }),
        points_dropped: z.number().meta({ description: "Data points of metrics that the receiver rejected" }),
        requests_retried: z.number().meta({ description: "Requests that failed and were repeated later" }),
      })
      .meta({ id: "TelemetryDelivery" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "TelemetryExporter" });
export type TelemetryExporter = z.output<typeof exporterSchema>;

const shown = {
  ...{ id: readOnly, header_names: readOnly, delivery: readOnly, created_at: readOnly, updated_at: readOnly },
  org_id: orgIdField,
};

export const exporterCreate = z
  .strictObject({
    ...{ ...shown, name, endpoint },
    headers: headers.nullish(),
    metrics: fields.metrics.default(true),
    traces: fields.traces.default(true),
    sample: fields.sample.default("failures"),
    selector: fields.selector.optional(),
    enabled: fields.enabled.default(true),
  })
  .refine(({ metrics, traces }) => metrics || traces, { path: ["metrics"], error: "or traces must be true" })
  .meta({ id: "TelemetryExporterCreate" });
export type ExporterCreate = z.output<typeof exporterCreate>;

export const exporterUpdate = z
  .strictObject({
    ...shown,
    name: fields.name.optional(),
    endpoint: fields.endpoint.optional(),
    headers: headers.optional(),
    metrics: fields.metrics.optional(),
    traces: fields.traces.optional(),
    sample: fields.sample.optional(),
    selector: fields.selector.optional(),
    enabled: fields.enabled.optional(),
  })
  .meta({ id: "TelemetryExporterUpdate" });
export type ExporterUpdate = z.output<typeof exporterUpdate>;

const signalTestSchema = z.object({
  accepted: z.boolean().meta({ description: "Whether the receiver took all of it" }),
  status_code: z
    .number()
    .nullable()
    .meta({ description: "Response status of the receiver, if there was one" }),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why it was not accepted, or what the receiver warns of" }),
  duration_ms: z.number(),
});
export type SignalTest = z.output<typeof signalTestSchema>;

export const exporterTestSchema = z
  .object({
    metrics: signalTestSchema.nullable().meta({ description: "Null if the exporter sends no metrics" }),
    traces: signalTestSchema.nullable().meta({ description: "Null if the exporter sends no traces" }),
  })
  .meta({ id: "TelemetryExporterTest" });
export type ExporterTest = z.output<typeof exporterTestSchema>;

export const exporterListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  org_id: z.string().optional(),
});
export type ExporterListQuery = z.output<typeof exporterListQuery>;
