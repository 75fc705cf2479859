import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { UsageError } from "../exit-codes.ts";
import { defineNoun, type FieldUse, type FieldValues } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

/** Options with a file in PEM, and the field of the configuration that it is. */
const FILE_FIELDS = {
  "ca-file": "ca_certificate",
  "certificate-file": "client_certificate",
  "key-file": "client_key",
} as const;

export const streams = defineNoun<AuditStream>({
  noun: "streams",
  one: "audit stream",
  path: "audit-streams",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/settings/audit-streams",
  list: {
    summary: "Lists streams of the audit log, and what each has delivered",
    columns: [
      ["name", ({ name }) => name],
      ["type", ({ type }) => type],
      ["receiver", (stream) => receiverOf(stream)],
      ["enabled", ({ enabled }) => (enabled ? "yes" : "no")],
      // The number of a new stream is that of the entry before its first one.
      ["delivered", ({ delivery }) => (delivery.last_sent_at === null ? null : delivery.sent_number)],
      ["waiting", ({ delivery }) => delivery.waiting],
      ["last sent", ({ delivery }) => delivery.last_sent_at],
      ["error", ({ delivery }) => delivery.last_error],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "There are no audit streams.",
  },
  fields: {
    ...nameFields,
    type: { type: "string", value: "type", summary: "type", choices: ["syslog", "webhook"], field: "type" },
    start: {
      type: "string",
      value: "entry",
      summary: "first entry of a new stream",
      choices: ["now", "oldest"],
      field: "start",
    },
    enabled: { type: "boolean", summary: "whether it sends", field: "enabled" },
  },
  fieldOptions: {
    url: { type: "string", value: "url", summary: "URL of a webhook" },
    host: { type: "string", value: "name", summary: "host of a syslog receiver" },
    port: { type: "string", value: "number", summary: "port of a syslog receiver (default: 6514)" },
    format: { type: "string", value: "format", summary: "format of syslog", choices: ["structured", "json"] },
    "ca-file": { type: "string", value: "file", summary: "PEM file of the authority of the receiver" },
    "certificate-file": { type: "string", value: "file", summary: "PEM file of a client certificate" },
    "key-file": { type: "string", value: "file", summary: "PEM file of the key of the client certificate" },
  },
  toFields: configFields,
  create: {
    summary: "Creates an audit stream and prints its ID; the secret of a webhook is shown only once",
    printed: ({ id, signing_secret: secret }) => (secret === null ? id : `${id}\n${secret}`),
  },
});

/** The options of the configuration replace it as a whole, so that they need its receiver. */
function configFields(values: FieldValues, { context }: FieldUse): Record<string, unknown> {
  const { url, host, port, format } = values;
  const files = Object.entries(FILE_FIELDS).flatMap(([option, field]) => {
    const path = values[option];
    return typeof path === "string"
      ? [[field, readText(resolve(context.folder, path), option)] as const]
      : [];
  });
  if (typeof url === "string" && host === undefined) return { config: { url } };
  if (typeof host === "string") {
    if (url !== undefined)
      throw new UsageError("Name either the --url of a webhook, or the --host of a syslog receiver.");
    const numbered = port === undefined ? {} : { port: Number(port) };
    return {
      config: { host, ...numbered, ...(format !== undefined && { format }), ...Object.fromEntries(files) },
    };
  }
  if (port === undefined && format === undefined && files.length === 0) return {};
  throw new UsageError("Name the --host too: the options of a receiver replace all of its settings.");
}

function readText(path: string, option: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`The file ${path} of --${option} cannot be read.`, { cause: error });
  }
}

function receiverOf(stream: AuditStream): string {
  return stream.type === "webhook" ? stream.config.url : `${stream.config.host}:${stream.config.port}`;
}
