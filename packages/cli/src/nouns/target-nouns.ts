import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import type { Journey } from "@vedette/contract/journeys/journeys.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { Group } from "@vedette/contract/targets/groups.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { TrashedTarget } from "@vedette/contract/targets/trash.ts";
import { groupTree } from "./group-tree.ts";
import { defineNoun } from "./noun.ts";
import { nameFields, TARGET_FILTERS, targetFields } from "./target-fields.ts";

/** Rows of lists that grow with time, without `--limit`. */
const NEWEST_ROWS = 200;

export const targets = defineNoun<Target>({
  noun: "targets",
  one: "target",
  path: "targets",
  verbs: ["list"],
  page: "/targets",
  list: {
    summary: "Lists targets of all kinds",
    columns: [
      ["status", ({ status }) => status],
      ["kind", ({ kind }) => kind],
      ["name", ({ name }) => name],
      ["address", ({ address }) => address],
      ["checked", (target) => target.last_checked_at],
      ["id", ({ id }) => id],
    ],
    filters: {
      ...TARGET_FILTERS,
      kind: "kinds, separated by commas: monitor, api_monitor, journey, heartbeat",
      type: "type of monitors, such as url or tcp",
      group: "ID of a group; includes the groups in it",
      selector: "selector in JSON",
      snoozed: "true: only snoozed targets; false: only others",
      covered: "false: only targets without an enabled alert rule",
      rule_id: "ID of an alert rule that covers the targets",
    },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no targets.",
  },
});

export const apiMonitors = defineNoun<ApiMonitor>({
  noun: "api-monitors",
  one: "API monitor",
  path: "api-monitors",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/api-monitors/{id}",
  list: {
    summary: "Lists API monitors",
    columns: [
      ["status", ({ status }) => status],
      ["name", ({ name }) => name],
      ["steps", ({ steps }) => steps.length],
      ["interval", ({ interval }) => `${interval} s`],
      ["last run", (monitor) => monitor.last_run?.status],
      ["id", ({ id }) => id],
    ],
    filters: TARGET_FILTERS,
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no API monitors.",
  },
  fields: {
    ...targetFields,
    interval: { type: "number", value: "seconds", summary: "time between two runs", field: "interval" },
  },
  delete: { summary: "Moves API monitors to the trash" },
});

export const journeys = defineNoun<Journey>({
  noun: "journeys",
  one: "journey",
  path: "journeys",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/journeys/{id}",
  list: {
    summary: "Lists journeys",
    columns: [
      ["status", ({ status }) => status],
      ["name", ({ name }) => name],
      [
        "interval",
        (journey) => (journey.interval_seconds === null ? "on demand" : `${journey.interval_seconds} s`),
      ],
      ["last run", (journey) => journey.last_run?.status],
      ["id", ({ id }) => id],
    ],
    filters: TARGET_FILTERS,
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no journeys.",
  },
  fields: {
    ...targetFields,
    interval: {
      type: "number",
      value: "seconds",
      summary: "time between two runs",
      field: "interval_seconds",
    },
  },
  delete: { summary: "Moves journeys to the trash" },
});

export const groups = defineNoun<Group>({
  noun: "groups",
  one: "group",
  path: "groups",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/groups/{id}",
  list: {
    summary: "Lists groups as a tree, with status, targets and the uptime of the last 24 hours",
    columns: [
      ["name", ({ name }) => name],
      ["status", ({ status }) => status ?? "empty"],
      ["targets", (group) => countText(Object.values(group.targets).reduce((sum, one) => sum + one, 0))],
      ["uptime", (group) => (group.uptime_24h == null ? null : `${group.uptime_24h} %`)],
      ["id", ({ id }) => id],
    ],
    query: { include: "uptime" },
    ...{ limit: null, isPaged: false },
    arrange: groupTree,
    empty: () => "There are no groups.",
  },
  fields: {
    ...nameFields,
    parent: { type: "string", value: "id", summary: "ID of the group that contains it", field: "parent_id" },
    rollup: {
      type: "string",
      value: "rule",
      summary: "how the status follows from that of the targets",
      choices: ["worst", "quorum", "all"],
      field: "rollup",
    },
  },
  missingFields: ({ name }) => (name ? null : "A group requires --name."),
  create: { summary: "Creates a group, at the top or in another group, and prints its ID" },
  delete: { summary: "Deletes groups; their targets and groups move up to the group that contains them" },
});

export const trash = defineNoun<TrashedTarget>({
  noun: "trash",
  one: "deleted target",
  path: "trash",
  verbs: ["list", "get", "delete"],
  page: "/settings/trash",
  list: {
    summary: "Lists deleted targets, the latest first, and when each is purged",
    columns: [
      ["name", ({ name }) => name],
      ["kind", ({ kind }) => kind],
      ["deleted", (target) => target.deleted_at],
      ["purged", (target) => target.purge_at],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "The trash is empty.",
  },
  delete: { summary: "Deletes targets in the trash and their results for good" },
});

export const runs = defineNoun<Run>({
  noun: "runs",
  one: "run",
  path: "runs",
  verbs: ["list"],
  page: null,
  list: {
    summary: "Lists runs of journeys and API monitors, newest first",
    columns: [
      ["status", ({ status }) => status],
      ["kind", ({ kind }) => kind],
      ["location", ({ location }) => location],
      ["steps", (run) => `${run.steps_passed} of ${run.steps_total}`],
      ["started", (run) => run.started_at],
      ["duration", (run) => (run.duration_ms === null ? null : `${(run.duration_ms / 1_000).toFixed(1)} s`)],
      ["error", ({ error }) => (error === null ? "" : `${error.code}: ${error.message}`)],
      ["id", ({ id }) => id],
    ],
    filters: {
      status: "status, such as passed or failed",
      kind: "api_monitor or journey",
      target_id: "ID of a journey or an API monitor",
      trigger: "schedule, manual or pipeline",
      location: "name of a location",
      from: "earliest time, as in 2026-01-31T12:00:00Z",
      to: "time before which the runs started",
    },
    ...{ limit: NEWEST_ROWS, isPaged: true },
    empty: () => "There are no runs.",
  },
});

function countText(count: number): string {
  return `${count} ${count === 1 ? "target" : "targets"}`;
}
