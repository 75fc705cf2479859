import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { page } from "../common/envelope.ts";
import { timestamp, wordsSchema } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { GROUP_ROLLUPS } from "../common/rollups.ts";
import { GROUP_DEPTH_MAX } from "./group-status.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { uptimeRange } from "./observed/uptime-range.ts";
import { STATS_PERIODS } from "./stats-periods.ts";
import { orgIdField, targetFields } from "./target-fields.ts";

/** Groups of targets: a tree in which each target has at most one place. */

export const GROUPS_MAX = 500;
const POSITION_MAX = 10_000;
const GROUP_INCLUDES = ["uptime"] as const;

const fields = {
  name: targetFields.name,
  description: targetFields.description,
  parent_id: z
    .string()
    .max(64)
    .meta({
      description: `Group that contains this one, at most ${GROUP_DEPTH_MAX} levels; null for the top`,
    }),
  position: z
    .number()
    .int()
    .min(0)
    .max(POSITION_MAX)
    .meta({ description: "Order among the groups of the same parent; equal positions are ordered by name" }),
  rollup: z.enum(GROUP_ROLLUPS).meta({
    description:
      "`worst`: the worst status of a member. `quorum`: down if at least half of the measured members are down. " +
      "`all`: down if all are. With `quorum` and `all` fewer failures make the group degraded",
  }),
};

const readOnlyFields = {
  id: readOnly,
  status: readOnly,
  targets: readOnly,
  uptime_24h: readOnly,
  observed_24h: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const groupCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    description: fields.description.nullish(),
    parent_id: fields.parent_id.nullish(),
    position: fields.position.default(0),
    rollup: fields.rollup.default("worst"),
  })
  .meta({ id: "GroupCreate" });
export type GroupCreate = z.output<typeof groupCreate>;
export type GroupCreateInput = z.input<typeof groupCreate>;

/** Changes only the fields in the request; null clears an optional field. */
export const groupUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    description: fields.description.nullish(),
    parent_id: fields.parent_id.nullish(),
    position: fields.position.optional(),
    rollup: fields.rollup.optional(),
  })
  .meta({ id: "GroupUpdate" });
export type GroupUpdate = z.output<typeof groupUpdate>;

const percentage = z.number().nullable();

export const groupSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    description: z.string().meta({ description: "Markdown" }),
    parent_id: z.string().nullable(),
    position: z.number(),
    rollup: z.enum(GROUP_ROLLUPS),
    status: z
      .enum(MONITOR_STATUSES)
      .nullable()
      .meta({ description: "From the targets and groups in it, by `rollup`; null if it contains no target" }),
    targets: z
      .partialRecord(z.enum(MONITOR_STATUSES), z.number())
      .meta({ description: "Number of targets by status, including those of nested groups" }),
    uptime_24h: percentage
      .optional()
      .meta({ description: "With `include=uptime`: percentage of the last 24 hours; null if not monitored" }),
    observed_24h: percentage.optional().meta({
      description:
        "With `include=uptime`: percentage of the monitored time of the last 24 hours in which checks took place",
    }),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Group" });
export type Group = z.output<typeof groupSchema>;

/** All groups: their number is limited, so that there is only one page. */
export const groupPage = page(groupSchema);

export const groupListQuery = z.strictObject({
  include: wordsSchema(GROUP_INCLUDES)
    .optional()
    .meta({ description: "`uptime` adds `uptime_24h` and `observed_24h`" }),
  org_id: z.string().optional(),
});
export type GroupListQuery = z.output<typeof groupListQuery>;

export const groupStatsQuery = z.strictObject({
  period: z.enum(STATS_PERIODS).default("24h"),
  org_id: z.string().optional(),
});
export type GroupStatsQuery = z.output<typeof groupStatsQuery>;

export const groupStatsSchema = z
  .object({
    group_id: z.string(),
    period: z.enum(STATS_PERIODS),
    from: timestamp,
    to: timestamp,
    uptime_percentage: percentage.meta({
      description: "Percentage of observed time in which the group was not down; null if it was not observed",
    }),
    ...uptimeRange,
    observed_percentage: percentage.meta({
      description: "Percentage of monitored time in which checks took place; null if it was not monitored",
    }),
    incidents: z.number().meta({ description: "Number of times the group went down" }),
    downtime_seconds: z.number(),
    mttr_seconds: z.number().nullable().meta({ description: "Mean time to recovery of resolved incidents" }),
  })
  .meta({ id: "GroupStats" });
export type GroupStats = z.output<typeof groupStatsSchema>;
