import { z } from "zod";
import { orgIdField } from "../targets/target-fields.ts";

/** One change of many alerts. */

export const BULK_ALERTS_MAX = 500;
export const BULK_ALERT_ACTIONS = ["acknowledge", "unacknowledge", "resolve"] as const;
export type BulkAlertAction = (typeof BULK_ALERT_ACTIONS)[number];

export const bulkAlerts = z
  .strictObject({
    org_id: orgIdField,
    ids: z.array(z.string()).min(1).max(BULK_ALERTS_MAX).meta({ description: "IDs of alerts" }),
    action: z.enum(BULK_ALERT_ACTIONS),
    same_target: z.boolean().default(false).meta({
      description:
        "Also changes the other open alerts of the targets of these alerts, whichever rule opened them",
    }),
  })
  .meta({ id: "BulkAlerts" });
export type BulkAlerts = z.output<typeof bulkAlerts>;
export type BulkAlertsInput = z.input<typeof bulkAlerts>;

export const bulkAlertsResultSchema = z
  .object({
    selected: z.number().meta({ description: "Number of alerts, with those of `same_target`" }),
    changed: z.number().meta({
      description: "Number of alerts that are as wanted now and were not before",
    }),
    changed_ids: z.array(z.string()).meta({ description: "IDs of these alerts" }),
  })
  .meta({ id: "BulkAlertsResult" });
export type BulkAlertsResult = z.output<typeof bulkAlertsResultSchema>;
