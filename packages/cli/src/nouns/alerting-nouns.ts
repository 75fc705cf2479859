import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { IncidentSummary } from "@vedette/contract/incidents/incidents.ts";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import type { EscalationPolicy } from "@vedette/contract/on-call/escalation-policies.ts";
import type { Slo } from "@vedette/contract/slos/slos.ts";
import { IncidentClient } from "../incident-client.ts";
import { defineNoun } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

export const alerts = defineNoun<Alert>({
  noun: "alerts",
  one: "alert",
  path: "alerts",
  verbs: ["list", "get"],
  page: "/alerts/{id}",
  list: {
    summary: "Lists the open alerts, newest first, with their cause",
    columns: [
      ["title", ({ title }) => title],
      ["severity", (alert) => (alert.acknowledged_at === null ? alert.severity : "acknowledged")],
      ["since", (alert) => alert.triggered_at],
      ["id", ({ id }) => id],
      ["cause", ({ evidence }) => evidence.error?.message],
    ],
    filters: {
      status: "statuses, separated by commas: pending, sent, failed, resolved (default: all but resolved)",
      rule_id: "ID of an alert rule",
      target_id: "ID of a target",
      from: "earliest time of opening, as in 2026-01-31T12:00:00Z",
      to: "time before which the alerts opened",
    },
    query: { status: "pending,sent,failed" },
    ...{ limit: null, isPaged: true },
    empty: ({ status }) => (status === undefined ? "No alert is open." : "There are no such alerts."),
  },
});

export const rules = defineNoun<AlertRule>({
  noun: "rules",
  one: "alert rule",
  path: "alerts/rules",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/alerts/rules/{id}",
  list: {
    summary: "Lists alert rules",
    columns: [
      ["name", ({ name }) => name],
      ["type", ({ type }) => type],
      ["severity", ({ severity }) => severity],
      ["enabled", ({ enabled }) => (enabled ? "yes" : "no")],
      ["targets", (rule) => rule.target_count],
      ["id", ({ id }) => id],
    ],
    filters: { type: "type of the rules", target_id: "ID of a target", channel_id: "ID of an alert channel" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no alert rules.",
  },
  fields: {
    ...nameFields,
    channel: {
      type: "string",
      value: "id",
      summary: "ID of an alert channel; may be repeated",
      isList: true,
      field: "channel_ids",
    },
    severity: { type: "string", value: "severity", summary: "severity of its alerts", field: "severity" },
  },
});

export const channels = defineNoun<AlertChannel>({
  noun: "channels",
  one: "alert channel",
  path: "alerts/channels",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/alerts/channels/{id}",
  list: {
    summary: "Lists alert channels, and whether each delivers",
    columns: [
      ["name", ({ name }) => name],
      ["type", ({ type }) => type],
      ["health", ({ health }) => health.status],
      ["failing since", ({ health }) => health.failing_since],
      [
        "delivered",
        ({ health }) => `${health.delivered_24h} of ${health.delivered_24h + health.failed_24h} in 24 h`,
      ],
      ["id", ({ id }) => id],
      ["reason", ({ health }) => health.reason],
    ],
    filters: { type: "type, such as slack or webhook" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no alert channels.",
  },
  fields: nameFields,
});

export const policies = defineNoun<EscalationPolicy>({
  noun: "policies",
  one: "escalation policy",
  path: "escalation-policies",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/escalation-policies/{id}",
  list: {
    summary: "Lists escalation policies",
    columns: [
      ["name", ({ name }) => name],
      ["steps", ({ steps }) => steps.length],
      ["repeats", ({ repeat_count: count }) => count],
      ["rules", ({ rule_count: count }) => count],
      ["id", ({ id }) => id],
      ["warnings", ({ warnings }) => warnings.join(" ")],
    ],
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no escalation policies.",
  },
  fields: nameFields,
});

export const slos = defineNoun<Slo>({
  noun: "slos",
  one: "SLO",
  path: "slos",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/slos/{id}",
  list: {
    summary: "Lists SLOs, and what is left of each error budget",
    columns: [
      ["name", ({ name }) => name],
      [
        "objective",
        ({ objective, window }) => `${objective} % in ${window === "month" ? "a month" : window}`,
      ],
      ["measures", (slo) => (slo.latency_ms === null ? slo.sli : `${slo.sli} ${slo.latency_ms} ms`)],
      [
        "attainment",
        ({ measured }) => (measured?.attainment == null ? "no data" : `${measured.attainment} %`),
      ],
      ["budget left", ({ measured }) => measured?.budget_left_percentage],
      ["targets", (slo) => slo.target_count],
      ["id", ({ id }) => id],
    ],
    filters: {
      search: "part of the name",
      sli: "what is measured: time, checks or latency",
      state: "met, missed or no_data",
    },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no SLOs.",
  },
  fields: {
    ...nameFields,
    objective: {
      type: "number",
      value: "percent",
      summary: "percentage that must be good",
      field: "objective",
    },
    window: {
      type: "string",
      value: "window",
      summary: "window of the error budget",
      choices: ["7d", "28d", "30d", "90d", "month"],
      field: "window",
    },
    timezone: { type: "string", value: "zone", summary: "time zone of months and days", field: "timezone" },
    sli: {
      type: "string",
      value: "sli",
      summary: "what is measured",
      choices: ["time", "checks", "latency"],
      field: "sli",
    },
    "latency-ms": {
      type: "number",
      value: "ms",
      summary: "longest response time that is good, with latency",
      field: "latency_ms",
    },
  },
});

export const windows = defineNoun<MaintenanceWindow>({
  noun: "windows",
  one: "maintenance window",
  path: "maintenance-windows",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/alerts/maintenance/{id}",
  list: {
    summary: "Lists maintenance windows",
    columns: [
      ["name", ({ name }) => name],
      ["active", ({ active }) => (active ? "yes" : "no")],
      ["mode", ({ mode }) => mode],
      ["starts", (window) => window.next_starts_at ?? window.starts_at],
      ["duration", (window) => `${window.duration_seconds / 60} min`],
      ["targets", (window) => window.target_count],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "There are no maintenance windows.",
  },
  fields: {
    ...nameFields,
    mode: {
      type: "string",
      value: "mode",
      summary: "mute notifications, or pause checks too",
      choices: ["mute", "pause"],
      field: "mode",
    },
    start: {
      type: "string",
      value: "time",
      summary: "start, as in 2026-01-31T12:00:00Z",
      field: "starts_at",
    },
    duration: { type: "number", value: "seconds", summary: "duration", field: "duration_seconds" },
    tag: {
      type: "string",
      value: "tag",
      summary: "tag of the targets; may be repeated",
      isList: true,
      field: "tags",
    },
    rrule: {
      type: "string",
      value: "rule",
      summary: "repetition, such as FREQ=WEEKLY;BYDAY=SU",
      field: "rrule",
    },
    timezone: { type: "string", value: "zone", summary: "time zone of the repetition", field: "timezone" },
  },
});

export const incidents = defineNoun<IncidentSummary>({
  noun: "incidents",
  one: "incident",
  path: "incidents",
  verbs: ["list", "get", "create", "update"],
  page: "/incidents/{id}",
  list: {
    summary: "Lists the incidents that are not resolved, newest first",
    columns: [
      ["number", ({ number }) => `#${number}`],
      ["title", ({ title }) => title],
      ["severity", ({ severity }) => severity],
      ["state", ({ state }) => state],
      ["lead", (incident) => incident.lead_name ?? "no lead"],
      ["since", (incident) => incident.started_at],
      ["id", ({ id }) => id],
    ],
    filters: {
      state: "states, separated by commas: open, acknowledged, mitigated, resolved",
      severity: "severities, separated by commas: critical, major, minor",
      lead_id: "ID of the member who leads, or none",
      alert_id: "ID of an alert of the incident",
      from: "earliest time of opening, as in 2026-01-31T12:00:00Z",
      to: "time before which the incidents opened",
    },
    query: { state: "open,acknowledged,mitigated" },
    ...{ limit: 200, isPaged: true },
    empty: ({ state }) => (state === undefined ? "No incident is open." : "There are no such incidents."),
  },
  findId: (named, context) => new IncidentClient(context.settings()).findId(named),
  fields: {
    title: { type: "string", value: "title", summary: "title", field: "title" },
    severity: {
      type: "string",
      value: "severity",
      summary: "severity",
      choices: ["critical", "major", "minor"],
      field: "severity",
    },
    lead: { type: "string", value: "id", summary: "ID of the member who leads", field: "lead_id" },
  },
  missingFields: ({ title }) => (title ? null : "An incident requires --title."),
});

export const markers = defineNoun<Marker>({
  noun: "markers",
  one: "deploy marker",
  path: "markers",
  verbs: ["list", "create", "delete"],
  page: null,
  list: {
    summary: "Lists deploy markers, newest first",
    columns: [
      ["time", ({ at }) => at],
      ["title", ({ title }) => title],
      ["tags", ({ tags }) => tags.join(", ")],
      ["by", (marker) => marker.created_by],
      ["url", ({ url }) => url],
      ["id", ({ id }) => id],
    ],
    filters: {
      tag: "tag of the markers",
      target_id: "ID of a target that the markers are about",
      from: "earliest time, as in 2026-01-31T12:00:00Z",
      to: "time before which the markers are",
    },
    ...{ limit: 200, isPaged: true },
    empty: () => "There are no deploy markers.",
  },
  fields: {
    title: { type: "string", value: "title", summary: "title", field: "title" },
    at: {
      type: "string",
      value: "time",
      summary: "time, as in 2026-01-31T12:00:00Z (default: now)",
      field: "at",
    },
    url: { type: "string", value: "url", summary: "page of the release", field: "url" },
    tag: { type: "string", value: "tag", summary: "tag; may be repeated", isList: true, field: "tags" },
  },
});
