import { z } from "zod";
import { MAINTENANCE_MODES } from "../alerts/maintenance-windows.ts";
import { cursorSchema, instantSchema, limitSchema, timestamp } from "../common/paging.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { importedField } from "./observed/imported-range.ts";
import { missedChecksSchema } from "./observed/missed-checks.ts";
import { statsQuery } from "./stats.ts";

/** What happened to one target: its outages, its status over time, and its response times as a heat map. */

export const outageListQuery = z.strictObject({
  from: instantSchema.optional().meta({ description: "Outages that ended after this time, or go on" }),
  to: instantSchema.optional().meta({ description: "Outages that started before this time" }),
  limit: limitSchema,
  cursor: cursorSchema,
  org_id: z.string().optional(),
});
export type OutageListQuery = z.output<typeof outageListQuery>;

export const outageSchema = z
  .object({
    started_at: timestamp,
    ended_at: timestamp.nullable().meta({ description: "Null while it goes on" }),
    duration_seconds: z.number(),
    next_status: z.enum(MONITOR_STATUSES).nullable().meta({
      description: "Status after it; null while it goes on",
    }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Error of the result that started it; null if that result is no longer stored" }),
    location: z.string().nullable().meta({ description: "Location of that result" }),
    result_id: z.string().nullable().meta({ description: "ID of that result of a monitor" }),
    run_id: z.string().nullable().meta({ description: "ID of that run of an API monitor or a journey" }),
  })
  .meta({ id: "Outage" });
export type Outage = z.output<typeof outageSchema>;

export const timelineQuery = z.strictObject({
  from: instantSchema.optional().meta({ description: "Default: 24 hours before `to`" }),
  to: instantSchema.optional().meta({ description: "Default: now" }),
  org_id: z.string().optional(),
});
export type TimelineQuery = z.output<typeof timelineQuery>;

/** A chart cannot show more. */
export const TIMELINE_SPANS_MAX = 500;

export const timelineSchema = z
  .object({
    from: timestamp,
    to: timestamp,
    imported: importedField,
    spans: z.array(z.object({ status: z.enum(MONITOR_STATUSES), from: timestamp, to: timestamp })).meta({
      description: `Times with a status other than up, in order; the longest ${TIMELINE_SPANS_MAX}`,
    }),
    missed: z.array(missedChecksSchema).meta({
      description: `Times without results although checks were due, in order; the longest ${TIMELINE_SPANS_MAX}`,
    }),
    maintenance_windows: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          mode: z.enum(MAINTENANCE_MODES),
          from: timestamp,
          to: timestamp,
        }),
      )
      .meta({
        description:
          `When maintenance windows covered the target, in order; the longest ${TIMELINE_SPANS_MAX}. From their present ` +
          "definition, since they were created; deleted windows are left out",
      }),
  })
  .meta({ id: "Timeline" });
export type Timeline = z.output<typeof timelineSchema>;

export const heatMapQuery = statsQuery;
export type HeatMapQuery = z.output<typeof heatMapQuery>;

export const HEAT_MAP_COLUMNS_MAX = 100;
export const HEAT_MAP_ROWS_MAX = 24;

export const heatMapSchema = z
  .object({
    from: timestamp,
    to: timestamp,
    bounds_ms: z.array(z.number()).meta({
      description:
        "Bounds of the rows in milliseconds, ascending: row i is from bound i to bound i + 1. Accurate to 1 %. Empty without response times",
    }),
    columns: z
      .array(
        z.object({
          at: timestamp.meta({ description: "Start of the column, which ends with the next one" }),
          counts: z
            .array(z.number())
            .meta({ description: "Number of response times in each row, from the fastest" }),
        }),
      )
      .meta({ description: `At most ${HEAT_MAP_COLUMNS_MAX}` }),
  })
  .meta({ id: "HeatMap" });
export type HeatMap = z.output<typeof heatMapSchema>;
