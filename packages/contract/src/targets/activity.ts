import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { MAINTENANCE_MODES } from "../alerts/maintenance-windows.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "../common/paging.ts";
import { TARGET_KINDS } from "./target-fields.ts";

/** What happened in an organization: outages, alerts, maintenance, deploys and changes, in one list. */

/** Outages and changes are stored for longer, but a list of everything is about the recent past. */
export const ACTIVITY_DAYS_MAX = 31;

const activityTarget = z.object({ type: z.enum(TARGET_KINDS), id: z.string(), name: z.string() });

const when = {
  id: z.string().meta({ description: "Identifies the entry while it lasts" }),
  at: timestamp.meta({ description: "The end, or the start if it has not ended" }),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
};

export const ACTIVITY_OBJECTS = [
  "monitor",
  "api_monitor",
  "journey",
  "heartbeat",
  "group",
  "alert_rule",
  "alert_channel",
  "maintenance_window",
  "variable",
] as const;

export const activitySchema = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("outage"),
      ...when,
      status: z.enum(["down", "degraded"]),
      target: activityTarget,
    }),
    z.object({
      type: z.literal("alert"),
      ...when,
      alert: z.object({ id: z.string(), title: z.string(), severity: z.enum(SEVERITIES) }),
      cause: z.string().nullable().meta({ description: "Error of the check that opened the alert" }),
      target: activityTarget,
    }),
    z.object({
      type: z.literal("maintenance"),
      ...when,
      window: z.object({ id: z.string(), name: z.string(), mode: z.enum(MAINTENANCE_MODES) }),
    }),
    z.object({
      type: z.literal("deploy"),
      ...when,
      actor: z.string().meta({ description: "Name of the user or API key" }),
      marker: z.object({ id: z.string(), title: z.string(), url: z.string().nullable() }),
    }),
    z.object({
      type: z.literal("change"),
      ...when,
      action: z.string().meta({ description: "An action of the audit log, such as `monitor.update`" }),
      actor: z.string().meta({ description: "Name of the user or API key" }),
      object: z.object({
        type: z.enum(ACTIVITY_OBJECTS),
        id: z.string(),
        name: z.string().nullable().meta({ description: "Null if it is no longer known" }),
      }),
    }),
  ])
  .meta({ id: "Activity" });
export type Activity = z.output<typeof activitySchema>;

export const activityListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  from: instantSchema.optional().meta({
    description: `Ended or started at or after this time, at most ${ACTIVITY_DAYS_MAX} days ago; default: 24 hours ago`,
  }),
  org_id: z.string().optional(),
});
export type ActivityListQuery = z.output<typeof activityListQuery>;
