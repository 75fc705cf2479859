import { z } from "zod";
import { CHECK_TYPES } from "../checks/check-types.ts";
import { managedByField } from "../code/managed-by.ts";
import {
  cursorSchema,
  idsSchema,
  PAGE_LIMIT_MAX,
  sortSchema,
  timestamp,
  wholeNumberOf,
  wordsSchema,
} from "../common/paging.ts";
import { MONITOR_STATUSES } from "./monitors.ts";
import { selectorQuery } from "./selectors.ts";
import { snoozeField } from "./snooze.ts";
import { pausedReason, statusReason, TARGET_KINDS, tagSchema } from "./target-fields.ts";

/** All targets of any kind, with the few fields that an overview shows of each. */

/** Rows are small, so a page of thousands is still fast. */
export const TARGET_PAGE_MAX = 2_000;

export const targetSchema = z
  .object({
    id: z.string(),
    kind: z.enum(TARGET_KINDS),
    name: z.string(),
    type: z.enum(CHECK_TYPES).nullable().meta({ description: "Monitor type; null for other kinds" }),
    address: z
      .string()
      .nullable()
      .meta({ description: "URL, or host and port, of a monitor; null for other kinds" }),
    status: z.enum(MONITOR_STATUSES),
    status_since: timestamp,
    status_reason: statusReason,
    enabled: z.boolean(),
    paused_reason: pausedReason,
    snooze: snoozeField,
    tags: z.array(z.string()),
    owner: z.string().nullable(),
    group_id: z.string().nullable(),
    managed_by: managedByField,
    locations: z.array(z.string()),
    interval_seconds: z
      .number()
      .nullable()
      .meta({ description: "Seconds between checks or runs; null if it only runs on demand" }),
    parents: z.array(z.string()).meta({ description: "IDs of the targets that it depends on" }),
    last_checked_at: timestamp.nullable().meta({ description: "Time of the latest check or finished run" }),
    last_duration_ms: z.number().nullable().meta({
      description: "Response time of that check, or duration of that run; null if there was no response",
    }),
    failures: z.record(z.string(), z.string()).meta({
      description:
        "Why the latest check of a monitor, or the latest run of another target, failed, by location",
    }),
    ssl_expires_at: timestamp
      .nullable()
      .meta({ description: "When the certificate of the latest check ends; null without one" }),
    domain_expires_at: timestamp
      .nullable()
      .meta({ description: "When the registration of the domain of a monitor ends, if it is known" }),
    last_run: z
      .object({ id: z.string(), status: z.enum(["passed", "failed"]) })
      .nullable()
      .meta({ description: "The run of an API monitor or a journey that finished last; null for monitors" }),
    created_at: timestamp,
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
    .meta({ description: `Page size, 1 to ${TARGET_PAGE_MAX}`, ...wholeNumberOf(1, TARGET_PAGE_MAX) }),
  cursor: cursorSchema,
  sort: sortSchema,
  kind: wordsSchema(TARGET_KINDS).optional().meta({ description: "Comma-separated kinds; default: all" }),
  type: z.enum(CHECK_TYPES).optional().meta({ description: "Monitors of this type" }),
  tag: tagSchema.optional(),
  status: wordsSchema(MONITOR_STATUSES).optional(),
  snoozed: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ description: "`true`: only snoozed targets; `false`: only others" }),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Text in the name, the description, or the URL or host of a monitor" }),
  group: z.string().max(64).optional().meta({ description: "In this group or in a group nested in it" }),
  selector: selectorQuery.optional(),
  rule_id: z.string().max(64).optional().meta({ description: "Covered by this alert rule" }),
  covered: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ description: "`false`: only targets that no enabled alert rule covers; `true`: only others" }),
  ids: idsSchema.optional().meta({ description: `Comma-separated target IDs, at most ${PAGE_LIMIT_MAX}` }),
  org_id: z.string().optional(),
});
export type TargetListQuery = z.output<typeof targetListQuery>;
