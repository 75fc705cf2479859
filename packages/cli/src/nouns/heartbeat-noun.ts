import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { durationText, scheduleText } from "../commands/heartbeats/facts.ts";
import { scheduleFields, scheduleOptions } from "../commands/heartbeats/schedule-options.ts";
import { defineNoun } from "./noun.ts";
import { TARGET_FILTERS, targetFields } from "./target-fields.ts";

const { name, tag, group } = targetFields;

export const heartbeats = defineNoun<Heartbeat>({
  noun: "heartbeats",
  one: "heartbeat",
  path: "heartbeats",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/heartbeats/{id}",
  list: {
    summary: "Lists heartbeats",
    columns: [
      ["state", ({ state }) => state],
      ["name", (heartbeat) => heartbeat.name],
      ["schedule", scheduleText],
      ["last ping", (heartbeat) => heartbeat.last_ping_at],
      ["next expected", (heartbeat) => heartbeat.next_expected_at],
      ["id", ({ id }) => id],
    ],
    filters: { ...TARGET_FILTERS, slug: "slug of the ping URL" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: ({ status }) => (status === undefined ? "There are no heartbeats." : `No heartbeat is ${status}.`),
  },
  details(heartbeat) {
    const { status_reason: reason, tags } = heartbeat;
    return [
      ["id", heartbeat.id],
      ["name", heartbeat.name],
      ["ping URL", heartbeat.ping_url ?? "not shown to keys that only read"],
      ["state", heartbeat.state],
      ["status", `${heartbeat.status} since ${heartbeat.status_since}`],
      ["schedule", scheduleText(heartbeat)],
      ["grace time", `${heartbeat.grace_seconds} s`],
      ["last ping", heartbeat.last_ping_at ?? "not yet"],
      ["last duration", durationText(heartbeat.last_duration_ms)],
      ["next expected", heartbeat.next_expected_at ?? "–"],
      ...(reason === null ? [] : [["reason", reason] as const]),
      ...(tags.length === 0 ? [] : [["tags", tags.join(", ")] as const]),
    ];
  },
  fields: { name, tag, group },
  fieldOptions: scheduleOptions,
  toFields: scheduleFields,
  missingFields: (fields) => (fields.name ? null : "A heartbeat requires --name."),
  create: {
    summary: "Creates a heartbeat, expected every day or as given, and prints its ID and its ping URL",
    note: (heartbeat) => `${heartbeat.name} is pinged at ${heartbeat.ping_url}`,
  },
  delete: { summary: "Moves heartbeats to the trash" },
});
