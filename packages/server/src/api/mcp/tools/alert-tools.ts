import { type alertRulePreview, PREVIEW_DAYS_MAX } from "@vedette/contract/alerts/alert-rules.ts";
import { ALERT_STATUSES } from "@vedette/contract/alerts/alerts.ts";
import { z } from "zod";
import { boundedPage } from "../bounded-text.ts";
import { defineTool, type Tool } from "../tool.ts";
import { pageFields, queryOf, timeFields } from "./tool-fields.ts";

const PREVIEW = "POST /api/v1/alerts/rules/preview";
const TUNE = "POST /api/v1/alerts/rules/{id}/tune";

export const ALERT_TOOLS: readonly Tool[] = [
  defineTool({
    name: "list_alerts",
    title: "List alerts",
    description: "Lists alerts, newest first. An alert that is not `resolved` is open.",
    input: z.strictObject({
      status: z.array(z.enum(ALERT_STATUSES)).min(1).optional(),
      target_id: z.string().max(64).optional(),
      rule_id: z.string().max(64).optional(),
      ...timeFields,
      ...pageFields,
    }),
    endpoints: ["GET /api/v1/alerts"],
    run: ({ call }, { limit, ...args }) =>
      boundedPage((rows) => call("GET /api/v1/alerts", { query: { ...queryOf(args), limit: rows } }), limit),
  }),
  defineTool({
    name: "preview_rule",
    title: "Preview an alert rule",
    description:
      "Replays an alert rule over the stored results of the last days and returns the alerts that it would have opened. " +
      "Creates no rule and notifies no one.",
    input: z.strictObject({
      rule: z.record(z.string(), z.unknown()).meta({
        description:
          'The body of POST /api/v1/alerts/rules/preview, such as {"type":"consecutive_failures","params":{"threshold":3},"selector":{"tags":{"any":["prod"]}},"days":7}',
      }),
    }),
    endpoints: [PREVIEW],
    async run({ call }, { rule }) {
      // The endpoint validates the rule, with messages that name its fields.
      return (await call(PREVIEW, { body: rule as z.input<typeof alertRulePreview> })).data;
    },
  }),
  defineTool({
    name: "tune_rule",
    title: "Compare other settings of an alert rule",
    description:
      "Replays up to 60 combinations of the settings of an alert rule over stored results. Returns for each the alerts, the " +
      "delay until an outage was alerted and the outages that it misses, and marks the present settings (`is_rule`) and the " +
      "proposed ones (`is_knee`). Changes nothing.",
    input: z.strictObject({
      rule_id: z.string().max(64),
      days: z.number().int().min(1).max(PREVIEW_DAYS_MAX).optional(),
      target_id: z.string().max(64).optional().meta({ description: "Only this target of the rule" }),
    }),
    endpoints: [TUNE],
    run: async ({ call }, { rule_id: id, ...body }) => {
      const { combinations, ...tuning } = (await call(TUNE, { path: { id }, body })).data;
      // Marked combinations first: a long result is cut at its end.
      const rank = (each: (typeof combinations)[number]) => (each.is_rule || each.is_knee ? 0 : 1);
      return { ...tuning, combinations: combinations.toSorted((a, b) => rank(a) - rank(b)) };
    },
  }),
  defineTool({
    name: "acknowledge_alert",
    title: "Acknowledge an alert",
    description: "Acknowledges an open alert, which ends its reminders.",
    input: z.strictObject({ alert_id: z.string().max(64) }),
    endpoints: ["POST /api/v1/alerts/{id}/acknowledge"],
    run: async ({ call }, { alert_id: id }) =>
      (await call("POST /api/v1/alerts/{id}/acknowledge", { path: { id } })).data,
  }),
];
