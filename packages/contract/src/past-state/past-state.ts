import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { MAINTENANCE_MODES } from "../alerts/maintenance-windows.ts";
import { instantSchema, timestamp } from "../common/paging.ts";
import { COMPONENT_STATUSES, IMPACTS } from "../status-pages/status-words.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import { TARGET_KINDS } from "../targets/target-fields.ts";

/** What was known at an earlier time, from what is only ever added: status changes, alerts, deliveries, posts. */

/** Status changes and alerts are stored for this long. */
export const PAST_STATE_DAYS_MAX = 400;
export const PAST_TARGETS_MAX = 1_000;
export const PAST_ALERTS_MAX = 500;
export const PAST_DELIVERIES_MAX = 100;
export const PAST_PAGES_MAX = 20;

export const pastStateQuery = z.strictObject({
  at: instantSchema.meta({
    description: "An instant in the past; the error of an earlier one says from when on data exists",
  }),
  target_id: z.string().max(64).optional().meta({ description: "Only of this target, without status pages" }),
  org_id: z.string().optional(),
});
export type PastStateQuery = z.output<typeof pastStateQuery>;

const targetFacts = z.object({ id: z.string(), type: z.enum(TARGET_KINDS), name: z.string() });

export const pastStateSchema = z
  .object({
    at: timestamp,
    data_from: timestamp.meta({ description: "From when on data exists" }),
    counts: z
      .partialRecord(z.enum(MONITOR_STATUSES), z.number())
      .meta({ description: "Number of targets by their status then" }),
    targets: z
      .array(
        targetFacts.extend({
          tags: z.array(z.string()),
          interval_seconds: z
            .number()
            .nullable()
            .meta({ description: "Null for a heartbeat, and for what runs on demand only" }),
          locations: z.array(z.string()),
          status: z.enum(MONITOR_STATUSES),
          status_since: timestamp,
          observed: z.boolean().meta({ description: "False if checks were being missed at every location" }),
          deleted: z.boolean().meta({ description: "Whether it was deleted since" }),
        }),
      )
      .meta({
        description: `The worst status first; at most ${PAST_TARGETS_MAX}. With their fields of then`,
      }),
    alerts: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          severity: z.enum(SEVERITIES),
          target: targetFacts,
          triggered_at: timestamp,
          acknowledged_at: timestamp.nullable().meta({ description: "Null if it was not acknowledged then" }),
          acknowledged_by: z.string().nullable(),
          delivered: z.number().meta({ description: "Notifications that receivers had accepted by then" }),
        }),
      )
      .meta({ description: `Alerts that were open, the newest first; at most ${PAST_ALERTS_MAX}` }),
    maintenance: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          mode: z.enum(MAINTENANCE_MODES),
          from: timestamp,
          to: timestamp,
          changed_since: z.boolean().meta({
            description: "Whether the window was changed later, so that it may have been different then",
          }),
        }),
      )
      .meta({ description: "Maintenance windows that were open" }),
    deliveries: z
      .array(
        z.object({
          at: timestamp,
          event: z.string(),
          channel: z.string().nullable().meta({ description: "Name; null if the channel was deleted" }),
          title: z.string().nullable().meta({ description: "Title of the alert" }),
          attempt: z.number(),
          ok: z.boolean(),
          error: z.string().nullable(),
        }),
      )
      .meta({
        description: `What had been sent in the 24 hours before, the newest first; at most ${PAST_DELIVERIES_MAX}`,
      }),
    status_pages: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          slug: z.string(),
          components: z.array(
            z.object({
              name: z.string(),
              status: z.enum([...COMPONENT_STATUSES, "unknown", "none"]).meta({
                description: "`unknown`: not measured; `none`: no target was monitored",
              }),
            }),
          ),
          incidents: z
            .array(
              z.object({
                title: z.string(),
                status: z.string(),
                impact: z.enum(IMPACTS),
                message: z.string().meta({ description: "Markdown" }),
                posted_at: timestamp,
              }),
            )
            .meta({ description: "Published and not resolved then, with the texts as they were then" }),
        }),
      )
      .meta({
        description: `Pages that were published then and still exist, at most ${PAST_PAGES_MAX}; empty with \`target_id\``,
      }),
  })
  .meta({ id: "PastState" });
export type PastState = z.output<typeof pastStateSchema>;
export type PastPage = PastState["status_pages"][number];
