import { z } from "zod";
import { cursorSchema, sortSchema, timestamp, wholeNumberOf, wordsSchema } from "../common/paging.ts";
import { MONITOR_TYPES } from "./monitor-rules.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { pausedReason, statusReason, TARGET_KINDS } from "./target-fields.ts";

/** All that is watched, whatever its kind, in the few words that an overview needs of each. */

/** Rows this short that a page of thousands is still quickly read. */
export const TARGET_PAGE_MAX = 2_000;

export const targetSchema = z
  .object({
    id: z.string(),
    kind: z.enum(TARGET_KINDS),
    name: z.string(),
    type: z.enum(MONITOR_TYPES).nullable().meta({ description: "Of a monitor; null for the other kinds" }),
    address: z
      .string()
      .nullable()
      .meta({ description: "Of a monitor: its URL, or host and port; null for the other kinds" }),
    status: z.enum(MONITOR_STATUSES),
    status_since: timestamp,
    status_reason: statusReason,
    enabled: z.boolean(),
    paused_reason: pausedReason,
    tags: z.array(z.string()),
    last_checked_at: timestamp.nullable().meta({ description: "Of the newest check, or run that ended" }),
    last_duration_ms: z.number().nullable().meta({
      description: "What that check took to be answered, or that run in all; null where nothing answered",
    }),
    failures: z.record(z.string(), z.string()).meta({
      description: "Of a monitor: why the newest check failed, by the locations where it did",
    }),
  })
  .meta({ id: "Target" });
export type Target = z.output<typeof targetSchema>;

export const targetListQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[0-9]{1,4}$/, `must be a whole number from 1 to ${TARGET_PAGE_MAX}`)
    .transform(Number)
    .pipe(z.number().min(1).max(TARGET_PAGE_MAX))
    .default(TARGET_PAGE_MAX)
    .meta({ description: `Rows a page, 1 to ${TARGET_PAGE_MAX}`, ...wholeNumberOf(1, TARGET_PAGE_MAX) }),
  cursor: cursorSchema,
  sort: sortSchema,
  kind: wordsSchema(TARGET_KINDS)
    .optional()
    .meta({ description: "Only these kinds, separated by commas; without it all of them" }),
  status: wordsSchema(MONITOR_STATUSES).optional(),
  org_id: z.string().optional(),
});
export type TargetListQuery = z.output<typeof targetListQuery>;
