import type { Report } from "@vedette/contract/reports/reports.ts";
import { UsageError } from "../exit-codes.ts";
import { defineNoun, type FieldValues } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

export const reports = defineNoun<Report>({
  noun: "reports",
  one: "report",
  path: "reports",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/reports/{id}",
  list: {
    summary: "Lists reports that are sent by email",
    columns: [
      ["name", ({ name }) => name],
      ["period", ({ period }) => period],
      ["next", ({ next_at: at }) => at ?? "off"],
      ["last sent", ({ last_run: run }) => run?.at],
      ["recipients", ({ recipient_states: states }) => states.length],
      ["targets", ({ target_count: count }) => count],
      ["id", ({ id }) => id],
    ],
    filters: { search: "part of the name" },
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no reports.",
  },
  fields: {
    ...nameFields,
    period: {
      type: "string",
      value: "period",
      summary: "calendar period of each report",
      choices: ["week", "month", "quarter"],
      field: "period",
    },
    timezone: { type: "string", value: "zone", summary: "time zone of periods and hours", field: "timezone" },
    weekday: {
      type: "number",
      value: "day",
      summary: "day of sending, with week: 1 is Monday",
      field: "weekday",
    },
    day: { type: "number", value: "day", summary: "day of the first month after the period", field: "day" },
    hour: { type: "number", value: "hour", summary: "hour of sending, 0 to 23", field: "hour" },
    goal: {
      type: "number",
      value: "percent",
      summary: "availability that targets should have",
      field: "goal",
    },
    format: {
      type: "string",
      value: "format",
      summary: "html, pdf or csv; may be repeated",
      isList: true,
      field: "formats",
    },
    language: {
      type: "string",
      value: "language",
      summary: "language of the report",
      choices: ["en", "de"],
      field: "language",
    },
  },
  fieldOptions: {
    all: { type: "boolean", summary: "about all targets" },
    tag: { type: "string", value: "tag", summary: "tag of the targets; may be repeated", isList: true },
    member: { type: "string", value: "id", summary: "person who receives it; may be repeated", isList: true },
    email: { type: "string", value: "address", summary: "other recipient; may be repeated", isList: true },
  },
  toFields: (values) => ({ ...selectorOf(values), ...recipientsOf(values) }),
});

function selectorOf({ all, tag: tags }: FieldValues): Record<string, unknown> {
  if (all === true && tags !== undefined) throw new UsageError("Use --all or --tag, not both.");
  if (all === true) return { selector: {} };
  return tags === undefined ? {} : { selector: { tags: { any: tags } } };
}

function recipientsOf({ member, email }: FieldValues): Record<string, unknown> {
  if (member === undefined && email === undefined) return {};
  return {
    recipients: [
      ...listOf(member).map((id) => ({ type: "member", id })),
      ...listOf(email).map((address) => ({ type: "email", address })),
    ],
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
