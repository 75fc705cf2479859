import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { millisecondsText, targetOf } from "../commands/monitors/facts.ts";
import { defineNoun } from "./noun.ts";
import { TARGET_FILTERS, targetFields } from "./target-fields.ts";

export const monitors = defineNoun<Monitor>({
  noun: "monitors",
  one: "monitor",
  path: "monitors",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/monitors/{id}",
  list: {
    summary: "Lists monitors",
    columns: [
      ["status", ({ status }) => status],
      ["name", ({ name }) => name],
      ["target", targetOf],
      ["response", (monitor) => millisecondsText(monitor.last_response_time_ms)],
      ["checked", (monitor) => monitor.last_checked_at],
      ["id", ({ id }) => id],
    ],
    filters: { ...TARGET_FILTERS, type: "type, such as url or tcp" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: ({ status }) => (status === undefined ? "There are no monitors." : `No monitor is ${status}.`),
  },
  details(monitor) {
    const { ssl_expires_at: expiresAt, status_reason: reason, tags } = monitor;
    return [
      ["id", monitor.id],
      ["name", monitor.name],
      ["target", targetOf(monitor)],
      ["status", `${monitor.status} since ${monitor.status_since}`],
      ["last checked", monitor.last_checked_at ?? "not yet"],
      ["response time", millisecondsText(monitor.last_response_time_ms)],
      ["interval", `${monitor.interval} s`],
      ["timeout", `${monitor.timeout} s`],
      ["locations", monitor.locations.join(", ")],
      ...(reason === null ? [] : [["reason", reason] as const]),
      ...(tags.length === 0 ? [] : [["tags", tags.join(", ")] as const]),
      ...(expiresAt === null ? [] : [["certificate until", expiresAt] as const]),
    ];
  },
  fields: {
    ...targetFields,
    url: { type: "string", value: "url", summary: "URL to check", field: "url" },
    type: {
      type: "string",
      value: "type",
      summary: "type, such as tcp, tls or dns (default with --url: url)",
      field: "type",
    },
    host: { type: "string", value: "host", summary: "host of types without a URL", field: "host" },
    port: { type: "number", value: "port", summary: "port of types without a URL", field: "port" },
    interval: {
      type: "number",
      value: "seconds",
      summary: "time between two checks (default: 60)",
      field: "interval",
    },
  },
  toFields: ({ url, type }, { verb }) =>
    verb === "create" && url !== undefined && type === undefined ? { type: "url" } : {},
  missingFields: ({ name, type }) =>
    name && type ? null : "A monitor requires --name and --url, or --type and the fields of the type.",
  create: {
    summary: "Creates a monitor and prints its ID",
    note: ({ name, interval }) => `${name} is checked every ${interval} s.`,
  },
  delete: { summary: "Moves monitors to the trash" },
});
