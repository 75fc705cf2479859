import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { UsageError } from "../exit-codes.ts";
import { defineNoun } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

export const exporters = defineNoun<TelemetryExporter>({
  noun: "exporters",
  one: "exporter",
  path: "telemetry-exporters",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/settings/telemetry",
  list: {
    summary: "Lists exporters of metrics and traces; the values of headers are never shown",
    columns: [
      ["name", ({ name }) => name],
      ["endpoint", ({ endpoint }) => endpoint],
      ["metrics", ({ metrics }) => (metrics ? "yes" : "no")],
      ["traces", ({ traces, sample }) => (traces ? sample : "no")],
      ["enabled", ({ enabled }) => (enabled ? "yes" : "no")],
      ["last sent", ({ delivery }) => delivery.last_sent_at],
      ["sent", ({ delivery }) => `${delivery.traces_sent} traces, ${delivery.points_sent} points`],
      ["waiting", ({ delivery }) => delivery.traces_waiting],
      ["dropped", ({ delivery }) => delivery.traces_dropped + delivery.points_dropped],
      ["retried", ({ delivery }) => delivery.requests_retried],
      ["error", ({ delivery }) => delivery.last_error],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "There are no exporters.",
  },
  fields: {
    ...nameFields,
    endpoint: { type: "string", value: "url", summary: "URL of the OTLP receiver", field: "endpoint" },
    metrics: { type: "boolean", summary: "send metrics once a minute", field: "metrics" },
    traces: { type: "boolean", summary: "send traces", field: "traces" },
    sample: {
      type: "string",
      value: "results",
      summary: "which checks become traces",
      choices: ["failures", "all"],
      field: "sample",
    },
    enabled: { type: "boolean", summary: "whether it sends", field: "enabled" },
  },
  fieldOptions: {
    "headers-env": {
      type: "string",
      value: "name",
      summary: "environment variable with the headers as a JSON object",
    },
  },
  toFields: ({ "headers-env": name }, { context }) => {
    if (typeof name !== "string") return {};
    // Headers on the command line would be visible to other users of the machine.
    const text = context.env[name];
    if (!text) throw new UsageError(`The environment variable ${name} of --headers-env is not set.`);
    try {
      return { headers: JSON.parse(text) };
    } catch {
      throw new UsageError(
        `The environment variable ${name} is no JSON object, such as {"Authorization": "Bearer …"}.`,
      );
    }
  },
});
