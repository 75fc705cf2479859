import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import {
  LATENCY_MS_MAX,
  OBJECTIVE_MAX,
  OBJECTIVE_MIN,
  SLIS,
  SLO_TARGETS_MAX,
  SLO_WINDOWS,
} from "./slo-limits.ts";

/** SLOs: which share of time or of checks must be good in a window, and what is left of the error budget. */

/** Every writable field, without defaults. */
export const sloFields = {
  name: targetFields.name,
  description: targetFields.description,
  selector: selectorSchema.meta({
    description: `Targets that count, at most ${SLO_TARGETS_MAX.toLocaleString("en")}; \`{}\` selects every target`,
  }),
  objective: z
    .number()
    .min(OBJECTIVE_MIN)
    .max(OBJECTIVE_MAX)
    .refine((value) => Math.abs(value * 1_000 - Math.round(value * 1_000)) < 1e-6, {
      error: "must have at most 3 decimals",
    })
    .meta({ description: "Percentage of time or of checks that must be good" }),
  window: z.enum(SLO_WINDOWS).meta({
    description: "The last 7, 28, 30 or 90 days, or the calendar month in `timezone`",
  }),
  timezone: timezoneSchema.meta({
    description:
      "IANA name, for calendar months and for the days of a report; default: the time zone of the organization",
  }),
  sli: z.enum(SLIS).meta({
    description:
      "What is measured. `time`: time that was not down; each second of each target counts the same. `checks`: checks that " +
      "did not fail; each check counts the same. `latency`: checks with a response within `latency_ms`, of those with a response",
  }),
  latency_ms: z.number().min(1).max(LATENCY_MS_MAX).nullable().meta({
    description: "With `latency`: the longest response time that is good; null for the others",
  }),
  exclude_maintenance: z.boolean().meta({
    description:
      "Whether maintenance is left out. If not, it counts as downtime with `time`, and its checks count with the others",
  }),
};

const readOnlyFields = {
  ...{ id: readOnly, target_count: readOnly, rule_count: readOnly, measured: readOnly },
  ...{ managed_by: readOnly, created_at: readOnly, updated_at: readOnly },
};

export const sloCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: sloFields.name,
    description: sloFields.description.default(""),
    selector: sloFields.selector,
    objective: sloFields.objective,
    window: sloFields.window.default("30d"),
    timezone: sloFields.timezone.nullish(),
    sli: sloFields.sli.default("time"),
    latency_ms: sloFields.latency_ms.default(null),
    exclude_maintenance: sloFields.exclude_maintenance.default(true),
  })
  .meta({ id: "SloCreate" });
export type SloCreate = z.output<typeof sloCreate>;
export type SloCreateInput = z.input<typeof sloCreate>;

/** Changes only the fields in the request. */
export const sloUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: sloFields.name.optional(),
    description: sloFields.description.optional(),
    selector: sloFields.selector.optional(),
    objective: sloFields.objective.optional(),
    window: sloFields.window.optional(),
    timezone: sloFields.timezone.optional(),
    sli: sloFields.sli.optional(),
    latency_ms: sloFields.latency_ms.optional(),
    exclude_maintenance: sloFields.exclude_maintenance.optional(),
  })
  .meta({ id: "SloUpdate" });
export type SloUpdate = z.output<typeof sloUpdate>;

export const SLO_STATES = ["met", "missed", "no_data"] as const;
export type SloState = (typeof SLO_STATES)[number];

export const sloSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    description: z.string(),
    selector: selectorView,
    objective: z.number(),
    window: z.enum(SLO_WINDOWS),
    timezone: z.string(),
    sli: z.enum(SLIS),
    latency_ms: z.number().nullable(),
    exclude_maintenance: z.boolean(),
    target_count: z.number().meta({ description: "Number of targets that the selector selects now" }),
    rule_count: z.number().meta({ description: "Rules of the type `burn_rate` about it" }),
    measured: z
      .object({
        at: timestamp,
        state: z.enum(SLO_STATES).meta({ description: "Whether the objective is met so far" }),
        attainment: z.number().nullable(),
        budget_left_percentage: z.number().nullable(),
        problem: z.string().nullable().meta({ description: "Why nothing was measured" }),
      })
      .nullable()
      .meta({
        description:
          "Figures of the report, a few minutes old; null before the first measurement after a change",
      }),
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Slo" });
export type Slo = z.output<typeof sloSchema>;

export const sloListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  search: z.string().trim().min(1).max(200).optional().meta({ description: "Part of the name" }),
  sli: z.enum(SLIS).optional(),
  state: z.enum(SLO_STATES).optional().meta({ description: "By the last measurement" }),
  org_id: z.string().optional(),
});
export type SloListQuery = z.output<typeof sloListQuery>;
